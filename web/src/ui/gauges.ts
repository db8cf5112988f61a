/** The instrument cluster: speed dial, gear, engine speed, g-g diagram, battery, steering and pedals. */

import type { Layout } from "../block.ts";
import { make } from "./dom.ts";

const WIDTH = 348, HEIGHT = 132, GRAVITY = 9.80665;
const TEXT = "#e8ecef", DIM = "#8d98a3", LINE = "#3a434c", ACCENT = "#e08a4a", COOL = "#54b6a5";
const FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/** Steering −1 … 1 to the left or the angle of the wheel [rad], pedals 0 … 1; what is not known is not drawn. */
export interface Shown { steer?: number; wheel?: number; throttle?: number; brake?: number; gear: string }

export class Gauges {
  readonly element = make("canvas", "jounce-gauges", [], { "aria-label": "instruments", role: "img" });
  private readonly context: CanvasRenderingContext2D;
  private top = 120;
  private trail: [number, number][] = [];

  constructor() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.element.width = WIDTH * ratio;
    this.element.height = HEIGHT * ratio;
    this.context = this.element.getContext("2d")!;
    this.context.scale(ratio, ratio);
  }

  clear(): void { this.trail = []; this.top = 120; }

  draw(layout: Layout, block: Float32Array, shown: Shown): void {
    const c = this.context;
    c.clearRect(0, 0, WIDTH, HEIGHT);
    this.dial(c, layout, block, shown);
    this.accelerations(c, layout, block);
    this.inputs(c, shown);
    this.battery(c, layout, block);
  }

  private dial(c: CanvasRenderingContext2D, layout: Layout, block: Float32Array, shown: Shown): void {
    const speed = Math.abs(3.6 * (layout.gauge(block, "chassis.speed") ?? 0)), engine = layout.gauge(block, "engine.speed");
    while (speed > this.top) this.top += 60;
    const x = 68, y = 70, r = 56, from = 0.75 * Math.PI, sweep = 1.5 * Math.PI, major = this.top / 6;
    arc(c, x, y, r, from, from + sweep, LINE, 5);
    arc(c, x, y, r, from, from + sweep * Math.min(1, speed / this.top), ACCENT, 5);
    for (let k = 0; k <= 24; k++) {
      const angle = from + (sweep * k) / 24, long = k % 4 === 0, cos = Math.cos(angle), sin = Math.sin(angle);
      line(c, x + (r - 5) * cos, y + (r - 5) * sin, x + (r - (long ? 11 : 8)) * cos, y + (r - (long ? 11 : 8)) * sin, long ? TEXT : DIM, long ? 1.4 : 0.8);
      if (long) text(c, String(Math.round((major * k) / 4)), x + (r - 20) * cos, y + (r - 20) * sin, 9.5, DIM, "center");
    }
    text(c, speed.toFixed(0), x, y - 2, 27, TEXT, "center", 600);
    text(c, "km/h", x, y + 18, 10, DIM, "center");
    text(c, shown.gear, x, y + 40, 17, TEXT, "center", 600);
    if (engine !== undefined) {
      const rpm = (engine * 30) / Math.PI;
      arc(c, x, y, r + 5.5, from, from + sweep, "#2a3138", 2.5);
      arc(c, x, y, r + 5.5, from, from + sweep * Math.min(1, Math.max(0, rpm / 7000)), COOL, 2.5);
      text(c, `${(rpm / 1000).toFixed(1)}k rpm`, x, y + 57, 10, DIM, "center");
    }
  }

  private accelerations(c: CanvasRenderingContext2D, layout: Layout, block: Float32Array): void {
    const x = 202, y = 62, r = 44;
    for (const share of [1, 0.5]) arc(c, x, y, r * share, 0, 2 * Math.PI, LINE, 1);
    line(c, x - r, y, x + r, y, LINE, 1);
    line(c, x, y - r, x, y + r, LINE, 1);
    text(c, "1 g", x + r - 7, y - 7, 10, DIM, "center");
    const ahead = layout.gauge(block, "chassis.longitudinal_acceleration"), left = layout.gauge(block, "chassis.lateral_acceleration");
    if (ahead === undefined || left === undefined) return text(c, "no g data", x, y + r + 14, 10, DIM, "center");
    const limit = 1.15, total = Math.hypot(ahead, left) / GRAVITY, scale = total > limit ? limit / total : 1;
    const place: [number, number] = [x - (scale * left * r) / GRAVITY, y - (scale * ahead * r) / GRAVITY];
    this.trail.push(place);
    if (this.trail.length > 40) this.trail.shift();
    this.trail.forEach(([a, b], k) => dot(c, a, b, 1.4, `rgba(84,182,165,${(0.5 * k) / this.trail.length})`));
    dot(c, ...place, 4, COOL);
    text(c, `${(left / GRAVITY).toFixed(2)} lat   ${(ahead / GRAVITY).toFixed(2)} long g`, x, y + r + 16, 10, DIM, "center");
  }

  private inputs(c: CanvasRenderingContext2D, shown: Shown): void {
    const low = 84, tall = 66;
    const pedals = [["thr", shown.throttle, COOL], ["brk", shown.brake, "#d2562d"]] as const;
    pedals.filter(([, value]) => value !== undefined).forEach(([name, value, colour], k, all) => {
      const x = (all.length === 1 ? 296 : 282) + 28 * k, share = Math.min(1, Math.max(0, value ?? 0));
      c.fillStyle = LINE;
      c.fillRect(x, low - tall, 9, tall);
      c.fillStyle = colour;
      c.fillRect(x, low - tall * share, 9, tall * share);
      text(c, name, x + 4.5, low + 10, 10, DIM, "center");
    });
    if (shown.wheel !== undefined) this.wheel(c, shown.wheel);
    else if (shown.steer !== undefined) this.bar(c, shown.steer);
  }

  /** Charge of the battery, and the power it gives [kW]; negative while it is charged. */
  private battery(c: CanvasRenderingContext2D, layout: Layout, block: Float32Array): void {
    const charge = layout.gauge(block, "battery.state_of_charge"), power = layout.gauge(block, "battery.power");
    if (charge === undefined || power === undefined) return;
    const x = 252, low = 72, tall = 54, share = Math.min(1, Math.max(0, charge));
    c.fillStyle = LINE;
    c.fillRect(x, low - tall, 9, tall);
    c.fillStyle = power < 0 ? COOL : ACCENT;
    c.fillRect(x, low - tall * share, 9, tall * share);
    text(c, `${(100 * charge).toFixed(0)} %`, x + 4.5, low + 10, 10, TEXT, "center");
    text(c, `${(power / 1000).toFixed(0)} kW`.replace(/^-0 /, "0 ").replace("-", "−"), x + 4.5, low + 23, 10, DIM, "center");
  }

  private bar(c: CanvasRenderingContext2D, steer: number): void {
    const left = 272, wide = 58, y = 118, middle = left + wide / 2;
    line(c, left, y, left + wide, y, LINE, 4);
    line(c, middle, y, middle - (steer * wide) / 2, y, ACCENT, 4);
    line(c, middle, y - 4, middle, y + 4, DIM, 1);
  }

  /** The steering wheel, turned as it was, with its angle. */
  private wheel(c: CanvasRenderingContext2D, angle: number): void {
    const x = 286, y = 115, r = 12;
    arc(c, x, y, r, 0, 2 * Math.PI, TEXT, 2.2);
    for (const spoke of [Math.PI, 0, Math.PI / 2]) line(c, x, y, x + r * Math.cos(spoke - angle), y + r * Math.sin(spoke - angle), TEXT, 2);
    const up = -Math.PI / 2 - angle;
    arc(c, x, y, r, up - 0.22, up + 0.22, ACCENT, 3.4);
    text(c, `${Math.round((angle * 180) / Math.PI) || 0}°`.replace("-", "−"), x + 20, y + 1, 11, TEXT, "left");
  }
}

function arc(c: CanvasRenderingContext2D, x: number, y: number, r: number, from: number, to: number, colour: string, width: number): void {
  c.beginPath();
  c.arc(x, y, r, from, to);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke();
}

function line(c: CanvasRenderingContext2D, xa: number, ya: number, xb: number, yb: number, colour: string, width: number): void {
  c.beginPath();
  c.moveTo(xa, ya);
  c.lineTo(xb, yb);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke();
}

function dot(c: CanvasRenderingContext2D, x: number, y: number, r: number, colour: string): void {
  c.beginPath();
  c.arc(x, y, r, 0, 2 * Math.PI);
  c.fillStyle = colour;
  c.fill();
}

function text(c: CanvasRenderingContext2D, words: string, x: number, y: number, size: number, colour: string, align: CanvasTextAlign, weight = 400): void {
  c.font = `${weight} ${size}px ${FONT}`;
  c.textAlign = align;
  c.textBaseline = "middle";
  c.fillStyle = colour;
  c.fillText(words, x, y);
}
