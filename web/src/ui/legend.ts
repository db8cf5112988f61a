/** What arrows, tracks and colours of the ground mean. */

import type { Options } from "../view.ts";
import { make } from "./dom.ts";

export interface Meaning { options: Options; camera: string; /** Length of an arrow of one kilonewton [m]. */ scale: number; /** Least and greatest friction factor of the ground. */ friction: [number, number] }

export class Legend {
  readonly element = make("div", "jounce-key", [], { "aria-label": "legend" });
  private shown = "";

  show({ options, camera, scale, friction }: Meaning): void {
    const rows: [string, string][] = [];
    if (options.arrows && camera !== "hood") {
      rows.push(["background:#1f9d8a", `force of the ground on a tire${scale > 0 ? `, ${scale.toFixed(2)} m a kN` : ""}`], ["background:#e0a020", "its part along the ground"]);
    }
    if (options.tracks) rows.push(["background:linear-gradient(to right,#a3a8a8,#0b0d0f)", "tracks: rolling … sliding"]);
    if (options.friction) {
      const [low, high] = friction, same = high - low < 0.005;
      rows.push(["background:linear-gradient(to right,#2f6fd0,#8d8f88,#d0772f)", same ? `friction factor ${low.toFixed(2)} everywhere` : `friction factor ${low.toFixed(2)} … ${high.toFixed(2)}`]);
    }
    const key = JSON.stringify(rows);
    if (key === this.shown) return;
    this.shown = key;
    this.element.hidden = !rows.length;
    this.element.replaceChildren(...rows.map(([style, words]) => make("span", "", [make("i", "", [], { style }), words])));
  }
}
