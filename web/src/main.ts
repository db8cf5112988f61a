/** Mounting: the page by itself (#jounce), or a replay in an element of a report. */

import "./style.css";
import { Live } from "./live.ts";
import type { Probe } from "./probe.ts";
import { container, MOTION, type Mode, type Motion, motionOf, TERRAIN, type Terrain, terrainOf, unpackContainer } from "./protocol.ts";
import { Replay } from "./replay.ts";
import { make } from "./ui/dom.ts";

interface Mounted { probe(): Probe; seek?(time: number): void; choose?(way: number): void; onTime?: (time: number) => void }
interface Api {
  /** A replay of the data in script elements; `seek` moves it, `onTime` is told when somebody else does. */
  mountReplay(element: HTMLElement, mode: Mode, data: Iterable<HTMLScriptElement>): Promise<Mounted>;
  probe(index?: number): Probe | null;
}
declare global { interface Window { jounce: Api } }

/** Without one the browser asks the server for a picture. */
const ICON = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M8 1v2L4 4l8 2-8 2 8 2-8 2 4 1v2" fill="none" stroke="#d2562d" stroke-width="1.6"/></svg>',
);

const mounts: Mounted[] = [];

async function mountReplay(element: HTMLElement, mode: Mode, data: Iterable<HTMLScriptElement>): Promise<Mounted> {
  let terrain: Terrain | null = null;
  const motions: Motion[] = [];
  if (typeof DecompressionStream === "undefined") return mounted(element, () => { throw new Error("This browser is too old to unpack the replay (it has no DecompressionStream)."); });
  for (const script of data) {
    const part = container(await unpackContainer(script.textContent ?? "", Number(script.dataset.rows ?? 0)));
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
    void mountReplay(page, mode, document.querySelectorAll<HTMLScriptElement>("script.jounce-data"));
  } else mounted(page, () => new Live(page));
}
