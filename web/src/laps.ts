/** Lap times: gates are crossed in their order; the best lap's times along the road give the difference at any place. */

import type { CourseOf, GateOf, Pair } from "./protocol.ts";

export interface Lap { time: number; sectors: number[] }

const JUMP = 5;
/** A car that is further away than this from where it was has been put there [m]. */

export class LapTimer {
  readonly laps: Lap[] = [];
  best: Lap | null = null;
  /** Time since the start line of the lap that is driven [s], or null before it. */
  current: number | null = null;
  sectors: number[] = [];
  /** Time that is lost (positive) or won against the best lap at this place [s]. */
  delta: number | null = null;
  private began = 0;
  private next = 0;
  private last: { time: number; x: number; y: number } | null = null;
  private readonly path: Pair[];
  private station = 0;
  private times: Float32Array;
  private bestTimes: Float32Array | null = null;

  constructor(private readonly gates: GateOf[], course: CourseOf) {
    this.path = course.roads.find((road) => road.name === course.lap)?.points ?? [];
    this.times = new Float32Array(this.path.length).fill(NaN);
  }

  /** Continue with an instant: time [s] and place in the world [m]. */
  add(time: number, x: number, y: number): void {
    const { last } = this;
    this.last = { time, x, y };
    if (!last || time === last.time) return;
    if (time < last.time || Math.hypot(x - last.x, y - last.y) > JUMP) return this.abort();
    const share = crossing(this.gates[this.next], last, this.last);
    if (share !== null) this.pass(last.time + share * (time - last.time));
    else if (this.next > 0) {
      // back over the start line: a new lap
      const again = crossing(this.gates[0], last, this.last);
      if (again !== null) { this.abort(); this.last = { time, x, y }; this.pass(last.time + again * (time - last.time)); }
    }
    if (this.current !== null) this.progress(time, x, y);
  }

  /** The lap is not finished: reset, or put elsewhere. */
  abort(): void {
    this.current = this.delta = null;
    this.next = 0;
    this.sectors = [];
  }

  private pass(time: number): void {
    if (this.next > 0 || this.current !== null) this.sectors.push(time - this.began - this.sectors.reduce((sum, one) => sum + one, 0));
    if (this.next === 0) {
      if (this.current !== null) this.finish(time - this.began);
      this.began = time;
      this.current = 0;
      this.sectors = [];
      this.times = new Float32Array(this.path.length).fill(NaN);
    }
    this.next = (this.next + 1) % this.gates.length;
  }

  private finish(time: number): void {
    const lap = { time, sectors: this.sectors };
    this.laps.push(lap);
    if (this.best && this.best.time <= time) return;
    this.best = lap;
    this.bestTimes = this.times;
  }

  private progress(time: number, x: number, y: number): void {
    this.current = time - this.began;
    if (!this.path.length) return;
    this.station = nearest(this.path, x, y, this.station);
    this.times[this.station] = this.current;
    const then = this.bestTimes?.[this.station];
    if (then !== undefined && !Number.isNaN(then)) this.delta = this.current - then;
  }
}

/** Share of the way from a to b at which a gate is crossed in its direction, or null. */
function crossing([gx, gy, heading, half]: GateOf, a: { x: number; y: number }, b: { x: number; y: number }): number | null {
  const cos = Math.cos(heading), sin = Math.sin(heading);
  const before = (a.x - gx) * cos + (a.y - gy) * sin, after = (b.x - gx) * cos + (b.y - gy) * sin;
  if (!(before < 0 && after >= 0)) return null;
  const share = before / (before - after), x = a.x + share * (b.x - a.x) - gx, y = a.y + share * (b.y - a.y) - gy;
  return Math.abs(y * cos - x * sin) <= half ? share : null;
}

/** Number of the nearest point of a path, looked for around the last one, else everywhere. */
function nearest(path: Pair[], x: number, y: number, last: number): number {
  const away = (k: number): number => Math.hypot(path[k][0] - x, path[k][1] - y);
  let best = last;
  for (let k = -20; k <= 60; k++) {
    const at = (last + k + path.length) % path.length;
    if (away(at) < away(best)) best = at;
  }
  if (away(best) > 15) path.forEach((_, k) => { if (away(k) < away(best)) best = k; });
  return best;
}

/** A time as m:ss.mmm. */
export function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60), rest = seconds - 60 * minutes;
  return `${minutes}:${rest.toFixed(3).padStart(6, "0")}`;
}
