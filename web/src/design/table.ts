/** Hardpoints of an axle as a table: coordinates to type or to turn with the arrow keys, and which of them may be pulled. */

import { make } from "../ui/dom.ts";
import type { Triple } from "../protocol.ts";
import type { Free, Point } from "./messages.ts";

const AXES = ["x", "y", "z"];
const DEFAULT_BOUND = 20;
/** How far a marked coordinate may be pulled each way [mm]. */

interface Row { inputs: HTMLInputElement[]; free: HTMLInputElement[]; line: HTMLTableRowElement }

export class PointTable {
  readonly element = make("table", "design-points");
  private readonly rows = new Map<string, Row>();
  private readonly marked = new Set<string>();
  private readonly bound: HTMLInputElement;

  constructor(private readonly move: (path: string, at: Triple) => void, private readonly choose: (path: string) => void) {
    this.bound = make("input", "", [], { type: "number", min: "0.1", max: "500", step: "1", value: String(DEFAULT_BOUND), "aria-label": "bound in mm" });
  }

  get boundField(): HTMLElement { return make("label", "design-bound", ["within ± ", this.bound, " mm"]); }

  /** Coordinates that are marked, each with its bound. */
  get free(): Free[] {
    const by = 1e-3 * Number(this.bound.value);
    return [...this.marked].map((key) => { const [path, axis] = key.split("|"); return { path, axis: Number(axis), by }; }).filter(({ path }) => this.rows.has(path));
  }

  setPoints(points: Point[], axle: string): void {
    this.rows.clear();
    const head = make("tr", "", [make("th", "", ["hardpoint, mm"]), ...AXES.map((axis) => make("th", "", [axis])), make("th", "", ["may move"], { title: "Coordinates that the optimiser may move" })]);
    const lines = points.map((point) => this.row(point, point.label.replace(`${axle}.`, "")));
    this.element.replaceChildren(make("thead", "", [head]), make("tbody", "", lines));
  }

  show(places: Record<string, Triple>): void {
    for (const [path, { inputs }] of this.rows) {
      inputs.forEach((input, i) => {
        const text = (1e3 * places[path][i]).toFixed(2).replace(/\.?0+$/, "");
        if (document.activeElement !== input || Number(input.value) !== Number(text)) input.value = text;
      });
    }
  }

  mark(path: string | null): void {
    for (const [name, { line }] of this.rows) line.classList.toggle("design-chosen", name === path);
    if (path) this.rows.get(path)?.line.scrollIntoView({ block: "nearest" });
  }

  private row(point: Point, label: string): HTMLTableRowElement {
    const inputs = AXES.map((axis) => make("input", "", [], { type: "number", step: "0.5", "aria-label": `${label} ${axis} in mm` }));
    const free = AXES.map((axis, i) => {
      const key = `${point.path}|${i}`, box = make("input", "", [], { type: "checkbox", title: `${axis} may move`, "aria-label": `${label} ${axis} may move` });
      box.checked = this.marked.has(key);
      box.addEventListener("change", () => { if (box.checked) this.marked.add(key); else this.marked.delete(key); });
      return box;
    });
    const line = make("tr", "", [make("th", "", [label.replaceAll("_", " ").replaceAll(".", " · ")]), ...inputs.map((input) => make("td", "", [input])), make("td", "design-free", free)], { "data-path": point.path });
    for (const input of inputs) {
      input.addEventListener("change", () => {
        const at = inputs.map((one) => Math.round(1e2 * Number(one.value)) / 1e5) as Triple;
        if (at.every(Number.isFinite) && inputs.every((one) => one.value !== "")) this.move(point.path, at);
      });
      input.addEventListener("focus", () => this.choose(point.path));
    }
    this.rows.set(point.path, { inputs, free, line });
    return line;
  }
}
