/** Strip charts: the last seconds of a drive, or a whole run with a cursor. */

import type { Layout } from "../block.ts";
import type { ChartOf, Scene } from "../protocol.ts";
import { make } from "./dom.ts";

const WINDOW = 12;
/** Shown of a drive [s]. */
/** The code of the reports on a dark page: left wheels blue, right ones red; the front axle strong, the second light. */
const COLOURS = ["#3d9be0", "#ff7a33", "#8fd0f5", "#f0b429", "#2bbd91", "#e29cc4", "#b0b7be", "#d7c45c"];
const HEIGHT = 66, LEFT = 34, FOOT = 12;
/** Of a chart, of the column of its labels, and of the row of its times [px]. */
/** Least span of an axis by its unit: smaller differences are not blown up. */
const SPANS: Record<string, number> = { "km/h": 10, "m/s²": 2, "°/s": 5, kN: 2, mm: 20, "1/min": 500, "µs": 200 };

interface Series { times: Float32Array; values: Float32Array[]; first: number; count: number }

export class Charts {
  readonly element = make("div", "jounce-charts");
  private charts: Chart[] = [];
  private layout: Layout | null = null;
  private last = -Infinity;

  /** capacity: samples kept per line. */
  setScene(scene: Scene, layout: Layout, capacity = 1500): void {
    this.layout = layout;
    this.last = -Infinity;
    const labels = new Map(scene.gauges.map((g) => [g.name, g.label]));
    this.charts = scene.charts.filter((chart) => chart.gauges.some((name) => layout.gaugeAt(name) >= 0)).map((chart) => new Chart(chart, layout, labels, capacity));
    this.element.replaceChildren(...this.charts.map((chart) => chart.element));
  }

  get count(): number { return this.charts.length; }
  /** Samples that every line holds. */
  get samples(): number { return this.charts[0]?.samples ?? 0; }

  clear(): void { this.last = -Infinity; for (const chart of this.charts) chart.clear(); }

  add(block: Float32Array): void {
    if (!this.layout) return;
    const time = block[0];
    if (time < this.last) this.clear();
    if (time === this.last) return;
    this.last = time;
    for (const chart of this.charts) chart.add(block);
  }

  /** Draw the last seconds. */
  drawLive(): void { if (this.shown) for (const chart of this.charts) chart.draw(this.last - WINDOW, this.last, null); }

  /** Draw everything, with a cursor. */
  drawRun(from: number, to: number, cursor: number): void { if (this.shown) for (const chart of this.charts) chart.draw(from, to, cursor); }

  private get shown(): boolean { return this.element.offsetParent !== null; }
}

class Chart {
  readonly element: HTMLElement;
  private readonly canvas = make("canvas", "", [], { role: "img" });
  private readonly places: number[];
  private readonly readings: HTMLElement[] = [];
  private readonly series: Series;
  private width = 0;
  private low = 0;
  private high = 0;
  private kept: { key: string; picture: HTMLCanvasElement } | null = null;

  constructor(private readonly of: ChartOf, layout: Layout, labels: Map<string, string>, private readonly capacity: number) {
    const names = of.gauges.filter((name) => layout.gaugeAt(name) >= 0);
    this.places = names.map((name) => layout.gaugeAt(name));
    const words = shortened(names.map((name) => labels.get(name) ?? name), of.title);
    const legend = make("div", "jounce-legend", names.map((_, k) => {
      const reading = make("b", "", ["–"]);
      this.readings.push(reading);
      return make("span", "", [make("i", "", [], { style: `background:${COLOURS[k % COLOURS.length]}` }), words[k] ? `${words[k]} ` : "", reading]);
    }));
    this.canvas.setAttribute("aria-label", of.title);
    const title = make("div", "jounce-chart-title", [of.title, make("small", "", [of.unit ? ` ${of.unit}` : ""])]);
    const single = names.length === 1;
    this.element = make("figure", "jounce-chart", single ? [make("div", "jounce-chart-head", [title, legend]), this.canvas] : [title, this.canvas, legend]);
    this.series = { times: new Float32Array(capacity), values: names.map(() => new Float32Array(capacity)), first: 0, count: 0 };
  }

  get samples(): number { return this.series.count; }

  clear(): void { this.series.first = this.series.count = 0; this.low = this.high = 0; this.kept = null; }

  add(block: Float32Array): void {
    const { series, capacity } = this, at = (series.first + series.count) % capacity, scale = this.of.scale ?? 1;
    series.times[at] = block[0];
    this.places.forEach((place, k) => { series.values[k][at] = scale * block[place]; });
    if (series.count < capacity) series.count++; else series.first = (series.first + 1) % capacity;
  }

  draw(from: number, to: number, cursor: number | null): void {
    const ratio = Math.min(window.devicePixelRatio || 1, 2), width = this.canvas.clientWidth || 240;
    if (width !== this.width) {
      this.width = width;
      this.canvas.width = width * ratio;
      this.canvas.height = HEIGHT * ratio;
      this.kept = null;
    }
    const c = this.canvas.getContext("2d")!;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (cursor === null) {
      c.scale(ratio, ratio);
      this.lines(c, from, to, width);
      this.read(this.series.count - 1);
      return;
    }
    const key = `${from} ${to} ${this.series.count}`;
    if (this.kept?.key !== key) {
      const picture = make("canvas", "");
      picture.width = this.canvas.width;
      picture.height = this.canvas.height;
      const p = picture.getContext("2d")!;
      p.scale(ratio, ratio);
      this.lines(p, from, to, width);
      this.kept = { key, picture };
    }
    c.drawImage(this.kept.picture, 0, 0);
    c.fillStyle = "#f4f6f7";
    const x = LEFT + ((cursor - from) / Math.max(to - from, 1e-9)) * (width - LEFT);
    c.fillRect((x - 0.5) * ratio, 0, ratio, (HEIGHT - FOOT) * ratio);
    this.read(this.before(cursor));
  }

  private at(k: number): number { return (this.series.first + k) % this.capacity; }

  private before(time: number): number {
    let low = 0, high = this.series.count - 1;
    while (low < high) {
      const half = (low + high + 1) >> 1;
      if (this.series.times[this.at(half)] <= time) low = half; else high = half - 1;
    }
    return low;
  }

  private read(k: number): void {
    if (k < 0) return;
    this.readings.forEach((reading, i) => {
      const words = figure(this.series.values[i][this.at(k)]);
      if (reading.textContent !== words) reading.textContent = words;
    });
  }

  private lines(c: CanvasRenderingContext2D, from: number, to: number, width: number): void {
    const { series } = this, first = Math.max(0, this.before(from)), count = series.count;
    this.range(first);
    const low = HEIGHT - FOOT;
    const x = (t: number): number => LEFT + ((t - from) / Math.max(to - from, 1e-9)) * (width - LEFT);
    const y = (v: number): number => low - 2 - ((v - this.low) / (this.high - this.low)) * (low - 6);
    const step = nice((this.high - this.low) / 3);
    c.lineWidth = 1;
    c.font = "10px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.textAlign = "right";
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    let above = Infinity;
    for (let v = Math.ceil(this.low / step - 1e-9) * step; v <= this.high + 1e-6 * step; v += step) {
      c.fillStyle = Math.abs(v) < 1e-9 * step ? "#59636d" : "#2d353d";
      c.fillRect(LEFT, Math.round(y(v)), width - LEFT, 1);
      const label = Math.min(Math.max(Math.round(y(v)), 5), low - 4);
      if (above - label < 11) continue;
      above = label;
      c.fillStyle = "#98a3ad";
      c.fillText((Math.abs(v) < 1e-9 * step ? 0 : v).toFixed(digits).replace("-", "−"), LEFT - 4, label);
    }
    this.times(c, from, to, x);
    c.save();
    c.beginPath();
    c.rect(LEFT, 0, width - LEFT, low);
    c.clip();
    const stride = Math.max(1, Math.floor((count - first) / (2 * width)));
    series.values.forEach((values, i) => {
      c.beginPath();
      for (let k = first; k < count; k += stride) {
        const at = this.at(k);
        if (k === first) c.moveTo(x(series.times[at]), y(values[at])); else c.lineTo(x(series.times[at]), y(values[at]));
      }
      c.strokeStyle = COLOURS[i % COLOURS.length];
      c.lineWidth = 1.3;
      c.stroke();
    });
    c.restore();
  }

  /** Times below the curves [s]. */
  private times(c: CanvasRenderingContext2D, from: number, to: number, x: (t: number) => number): void {
    const step = nice((to - from) / 4), digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    c.textAlign = "center";
    c.fillStyle = "#7d8893";
    for (let t = Math.ceil(Math.max(from, 0) / step) * step; t <= to; t += step) {
      const at = Math.min(x(t), this.width - 12);
      c.fillRect(Math.round(x(t)), HEIGHT - FOOT, 1, 3);
      c.fillText(`${t.toFixed(digits)} s`, Math.max(at, LEFT + 8), HEIGHT - 4);
    }
  }

  /** What 98 of 100 shown values do not exceed: one late tick does not flatten all others. */
  private usual(first: number): number {
    const shown: number[] = [];
    for (const values of this.series.values) for (let k = first; k < this.series.count; k++) shown.push(values[this.at(k)]);
    shown.sort((a, b) => a - b);
    return shown.length ? 1.15 * shown[Math.min(shown.length - 1, Math.floor(0.98 * shown.length))] : 1;
  }

  /** Limits that hold all that is shown; they shrink only when half of them is unused. */
  private range(first: number): void {
    let low = Infinity, high = -Infinity;
    for (const values of this.series.values) for (let k = first; k < this.series.count; k++) {
      const v = values[this.at(k)];
      if (v < low) low = v;
      if (v > high) high = v;
    }
    if (this.of.unit === "µs") high = this.usual(first);
    const least = Math.max(SPANS[this.of.unit] ?? 0, 0.02 * Math.max(Math.abs(low), Math.abs(high)) + 1e-6);
    if (!(low <= high) || Math.max(-low, high) < 1e-9) { low = 0; high = least; }
    if (high - low < least) {
      // from zero on where values are near it, else around their middle
      const middle = low >= 0 && low < least / 2 ? least / 2 : high <= 0 && -high < least / 2 ? -least / 2 : (low + high) / 2;
      low = middle - least / 2;
      high = middle + least / 2;
    }
    const step = nice((high - low) / 3), lower = Math.floor(low / step) * step, upper = Math.ceil(high / step) * step;
    if (lower < this.low || upper > this.high || upper - lower < 0.5 * (this.high - this.low) || this.low === this.high) { this.low = lower; this.high = upper; }
  }
}

function nice(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step)), share = step / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

function figure(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return "–";
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2).replace(/^-(0(\.0+)?)$/, "$1");
}

/** Labels without the words that all of them share with each other or with the title. */
function shortened(labels: string[], title: string): string[] {
  if (labels.length === 1) return labels[0].toLowerCase() === title.toLowerCase() ? [""] : labels;
  let start = 0;
  const words = labels.map((label) => label.split(" "));
  while (words.every((w) => w.length > start + 1 && w[start] === words[0][start])) start++;
  return words.map((w) => w.slice(start).join(" "));
}
