/** Mounting of the design page, and what tests may ask of it. */

import { make } from "../ui/dom.ts";
import { Design, type DesignProbe } from "./design.ts";

interface Api { probe(): DesignProbe | null }
declare global { interface Window { jounceDesign: Api } }

const page = document.getElementById("jounce");
let mounted: Design | null = null;
window.jounceDesign = { probe: () => mounted?.probe() ?? null };
if (page) {
  document.documentElement.classList.add("jounce-page");
  try {
    mounted = new Design(page);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    page.replaceChildren(make("div", "design-failure", [/webgl/i.test(words) ? "This browser cannot show 3D graphics (WebGL 2 is not available)." : words]));
    throw error;
  }
}
