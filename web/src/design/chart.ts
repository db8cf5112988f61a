/** One K&C curve as SVG: now, as it was at first, and points of a target that are clicked, dragged and removed. */

import { make } from "../ui/dom.ts";
import type { CurveKind, Pair } from "./messages.ts";

const WIDTH = 320, HEIGHT = 190, LEFT = 44, RIGHT = 10, TOP = 10, BOTTOM = 30;
const NEAR = 12;
/** Distance within which a press takes hold of a point of the target [px]. */

export class Chart {
  readonly element: HTMLElement;
  readonly points: Pair[] = [];
  private readonly svg = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  private readonly error = make("span", "design-miss");
  private now: [number[], (number | null)[]] = [[], []];
  private first: [number[], (number | null)[]] | null = null;
  private range = { x0: 0, x1: 1, y0: 0, y1: 1 };
  private held = -1;
  private stale = false;

  constructor(readonly kind: CurveKind, private readonly across: { label: string; unit: string }, private readonly aim: (points: Pair[]) => void) {
    const clear = make("button", "design-clear", ["no target"], { type: "button", title: "Remove the target of this curve" });
    clear.addEventListener("click", () => { this.points.length = 0; this.draw(); this.aim([]); });
    const head = make("figcaption", "", [`${kind.label} `, make("small", "", [kind.unit]), this.error, clear]);
    this.element = make("figure", "design-chart", [head, this.svg], { "data-curve": kind.name });
    this.svg.setAttribute("aria-label", `${kind.label} over ${across.label}; click to set a target`);
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("pointermove", (event) => this.pull(event));
    this.svg.addEventListener("pointerup", () => this.release());
    this.svg.addEventListener("dblclick", (event) => this.drop(event));
  }

  show(x: number[], y: (number | null)[]): void {
    this.now = [x, y];
    this.stale = false;
    this.draw();
  }

  /** The curve as the file has it. */
  opened(x: number[], y: (number | null)[]): void { this.first = [x, y]; this.draw(); }

  /** The curve is of an earlier geometry. */
  outdated(): void { this.stale = true; this.svg.classList.add("design-stale"); }

  target(points: Pair[]): void {
    if (this.held >= 0) return;
    this.points.splice(0, this.points.length, ...points.map(([x, y]): Pair => [x, y]));
    this.draw();
  }

  /** Values now; for tests. */
  get values(): (number | null)[] { return this.now[1]; }

  /** Place of a value on the screen, relative to the chart [px]; for tests and for presses. */
  pixel(x: number, y: number): Pair {
    const box = this.svg.getBoundingClientRect(), scale = box.width / WIDTH;
    return [box.left + scale * this.px(x), box.top + scale * this.py(y)];
  }

  private px(x: number): number { const { x0, x1 } = this.range; return LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT); }
  private py(y: number): number { const { y0, y1 } = this.range; return HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM); }

  private value(event: PointerEvent | MouseEvent): Pair {
    const box = this.svg.getBoundingClientRect(), { x0, x1, y0, y1 } = this.range;
    const u = (event.clientX - box.left) * WIDTH / box.width, v = (event.clientY - box.top) * HEIGHT / box.height;
    return [x0 + (u - LEFT) / (WIDTH - LEFT - RIGHT) * (x1 - x0), y0 + (HEIGHT - BOTTOM - v) / (HEIGHT - TOP - BOTTOM) * (y1 - y0)];
  }

  private nearest(event: PointerEvent | MouseEvent): number {
    const found = this.points.findIndex(([x, y]) => { const [u, v] = this.pixel(x, y); return Math.hypot(u - event.clientX, v - event.clientY) < NEAR; });
    return found;
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || this.stale && !this.now[0].length) return;
    this.held = this.nearest(event);
    if (this.held < 0) { this.points.push(this.value(event)); this.held = this.points.length - 1; }
    this.svg.setPointerCapture(event.pointerId);
    this.draw();
    event.preventDefault();
  }

  private pull(event: PointerEvent): void {
    if (this.held < 0) return;
    this.points[this.held] = this.value(event);
    this.draw();
  }

  private release(): void {
    if (this.held < 0) return;
    this.held = -1;
    this.aim(this.points.map(([x, y]): Pair => [Number(x.toPrecision(6)), Number(y.toPrecision(6))]));
  }

  private drop(event: MouseEvent): void {
    const at = this.nearest(event);
    if (at < 0) return;
    // the first of the two clicks has set no point here: it took hold of this one
    this.points.splice(at, 1);
    this.draw();
    this.aim(this.points);
  }

  private draw(): void {
    this.svg.classList.toggle("design-stale", this.stale);
    if (!this.now[0].length) return;
    if (this.held < 0) this.scale();
    const { x0, x1, y0, y1 } = this.range, content: SVGElement[] = [];
    for (const y of ticks(y0, y1, 4)) {
      content.push(node("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: this.py(y), y2: this.py(y), class: y === 0 ? "zero" : "grid" }));
      content.push(label(LEFT - 5, this.py(y) + 3.5, y, "end"));
    }
    for (const x of ticks(x0, x1, 5)) {
      content.push(node("line", { x1: this.px(x), x2: this.px(x), y1: TOP, y2: HEIGHT - BOTTOM, class: x === 0 ? "zero" : "grid" }));
      content.push(label(this.px(x), HEIGHT - BOTTOM + 13, x, "middle"));
    }
    const under = node("text", { x: 0.5 * (LEFT + WIDTH - RIGHT), y: HEIGHT - 4, "text-anchor": "middle", class: "across" });
    under.textContent = `${this.across.label} [${this.across.unit}]`;
    content.push(under);
    if (this.first) content.push(node("path", { d: this.path(...this.first), class: "first" }));
    content.push(node("path", { d: this.path(...this.now), class: "now" }));
    const aimed = [...this.points].sort((a, b) => a[0] - b[0]);
    if (aimed.length > 1) content.push(node("path", { d: this.path(aimed.map(([x]) => x), aimed.map(([, y]) => y)), class: "aimed" }));
    for (const [x, y] of this.points) content.push(node("circle", { cx: this.px(x), cy: this.py(y), r: 5, class: "target" }));
    this.svg.replaceChildren(...content);
    this.error.textContent = this.points.length ? ` target, ${this.points.length} point${this.points.length > 1 ? "s" : ""}` : "";
    this.element.classList.toggle("design-aimed", this.points.length > 0);
  }

  private path(xs: number[], ys: (number | null)[]): string {
    let up = true;
    return xs.map((x, i) => {
      const y = ys[i];
      if (y === null || y === undefined) { up = true; return ""; }
      const step = `${up ? "M" : "L"}${this.px(x).toFixed(1)} ${this.py(y).toFixed(1)}`;
      up = false;
      return step;
    }).join("");
  }

  private scale(): void {
    const xs = [...this.now[0], ...(this.first?.[0] ?? [])], ys = [...this.now[1], ...(this.first?.[1] ?? []), ...this.points.map(([, y]) => y)].filter((y): y is number => y !== null);
    let y0 = Math.min(...ys), y1 = Math.max(...ys);
    const middle = 0.5 * (y0 + y1), half = Math.max(0.56 * (y1 - y0), this.kind.span);
    y0 = middle - half;
    y1 = middle + half;
    this.range = { x0: Math.min(...xs), x1: Math.max(...xs), y0, y1 };
  }
}

function node(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

function label(x: number, y: number, value: number, anchor: string): SVGElement {
  const text = node("text", { x, y, "text-anchor": anchor, class: "tick" });
  text.textContent = String(Number(value.toPrecision(6))).replace("-", "−");
  return text;
}

function ticks(low: number, high: number, count: number): number[] {
  const raw = (high - low) / count, size = 10 ** Math.floor(Math.log10(raw)), share = raw / size;
  const step = size * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10), found: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high + 1e-9 * step; k++) found.push(k === 0 ? 0 : k * step);
  return found;
}
