/** The lap timer on the screen: lap, difference to the best, sectors, last and best lap. */

import { clock, type LapTimer } from "../laps.ts";
import { make } from "./dom.ts";

export class LapBoard {
  readonly element = make("div", "jounce-laps", [], { role: "timer", "aria-label": "lap times" });
  private shown = "";

  constructor() { this.element.hidden = true; }

  show(timer: LapTimer | null): void {
    this.element.hidden = !timer;
    if (!timer) return;
    const { current, delta, best, laps, sectors } = timer, last = laps[laps.length - 1];
    const parts: (HTMLElement | string)[] = [make("b", "", [current === null ? "to the start line" : clock(current)])];
    if (delta !== null && current !== null) parts.push(make("em", delta > 0 ? "jounce-slower" : "jounce-faster", [`${delta > 0 ? "+" : "−"}${Math.abs(delta).toFixed(2)}`]));
    sectors.forEach((time, k) => parts.push(make("span", "", [`S${k + 1} ${time.toFixed(2)}`])));
    if (last) parts.push(make("span", "", [`lap ${laps.length}: ${clock(last.time)}`]));
    if (best) parts.push(make("span", "", [`best ${clock(best.time)}`]));
    const key = parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("|");
    if (key === this.shown) return;
    this.shown = key;
    this.element.replaceChildren(...parts);
  }
}
