/** Mounting: the page by itself (#jounce), or a replay in an element of a report. */

import "./style.css";
import { Live } from "./live.ts";
import type { Probe } from "./probe.ts";
import { container, fromBase64, MOTION, type Mode, type Motion, motionOf, TERRAIN, type Terrain, terrainOf } from "./protocol.ts";
import { Replay } from "./replay.ts";
import { make } from "./ui/dom.ts";

interface Mounted { probe(): Probe }
interface Api {
  mountReplay(element: HTMLElement, mode: Mode, containers: ArrayBuffer[]): Mounted;
  probe(index?: number): Probe | null;
}
declare global { interface Window { jounce: Api } }

/** Without one the browser asks the server for a picture. */
const ICON = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M8 1v2L4 4l8 2-8 2 8 2-8 2 4 1v2" fill="none" stroke="#d2562d" stroke-width="1.6"/></svg>',
);

const mounts: Mounted[] = [];

function mountReplay(element: HTMLElement, mode: Mode, containers: ArrayBuffer[]): Mounted {
  let terrain: Terrain | null = null;
  const motions: Motion[] = [];
  for (const message of containers) {
    const part = container(message);
    if (part.kind === TERRAIN) terrain = terrainOf(part);
    if (part.kind === MOTION) motions.push(motionOf(part));
  }
  return mounted(element, () => {
    if (!mode.scene || !motions.length) throw new Error("This replay holds no motion.");
    return new Replay(element, mode, terrain, motions);
  });
}

function mounted(element: HTMLElement, start: () => Mounted): Mounted {
  element.classList.add("jounce-mount");
  try {
    const mount = start();
    mounts.push(mount);
    return mount;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    element.replaceChildren(make("div", "jounce-failure", [/webgl/i.test(words) ? "This browser cannot show 3D graphics (WebGL 2 is not available)." : words]));
    throw error;
  }
}

window.jounce = { mountReplay, probe: (index = mounts.length - 1) => mounts[index]?.probe() ?? null };

const page = document.getElementById("jounce");
if (page) {
  document.documentElement.classList.add("jounce-page");
  if (!document.querySelector("link[rel=icon]")) document.head.append(make("link", "", [], { rel: "icon", href: ICON }));
  const mode = JSON.parse(document.getElementById("jounce-mode")?.textContent || '{"mode":"live"}') as Mode;
  if (mode.mode === "replay") {
    const data = [...document.querySelectorAll<HTMLScriptElement>("script.jounce-data")];
    mountReplay(page, mode, data.map((script) => fromBase64(script.textContent ?? "")));
  } else mounted(page, () => new Live(page));
}
