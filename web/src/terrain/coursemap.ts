/** Roads and paved areas as a map that the ground's paint reads: at every node where in its lane a point is, how far along a dash, and how far inside the edge.
 *
 * Distances are straight between nodes, so edges and lines are sharp although nodes are most of a metre apart.
 */

import { DataTexture, DataUtils, HalfFloatType, LinearFilter, RGBAFormat } from "three";
import type { CourseOf, Pair, RoadOf } from "../protocol.ts";

const SIDE = 1024;
/** Nodes along the longer side, at most. */
const FINEST = 0.35;
/** Nodes are not closer than this [m]. */
const REACH = 3;
/** How far beyond the edge of a road its map goes [m]. */
const DASH = 12;
/** Length of a dash and the gap after it [m]. */
const OUTSIDE = -REACH - 0.5, NO_LANE = 100;

export interface CourseMap {
  texture: DataTexture; x0: number; y0: number; width: number; height: number;
  /** Whether a place in the world is paved. */
  isPaved(x: number, y: number): boolean;
}

export function courseMap(course: CourseOf): CourseMap {
  const all = [...course.roads.flatMap((road) => road.points), ...course.areas.flatMap((area) => area.outline)];
  const margin = 20, xs = all.map((p) => p[0]), ys = all.map((p) => p[1]);
  const x0 = least(xs) - margin, y0 = least(ys) - margin, across = -least(xs.map((x) => -x)) + margin - x0, up = -least(ys.map((y) => -y)) + margin - y0;
  const step = Math.max(FINEST, Math.max(across, up) / SIDE), nx = Math.ceil(across / step), ny = Math.ceil(up / step);
  const field = new Field(nx, ny, x0, y0, step);
  for (const area of course.areas) field.area(area.outline);
  for (const road of course.roads) field.road(road);
  return { texture: field.texture(), x0, y0, width: nx * step, height: ny * step, isPaved: (x, y) => field.insideAt(x, y) > 0 };
}

/** Values at the middles of cells, row by row along y: lane, dash, kerb, inside. */
class Field {
  private readonly values: Float32Array;
  private readonly best: Float32Array;

  constructor(private readonly nx: number, private readonly ny: number, private readonly x0: number, private readonly y0: number, private readonly step: number) {
    this.values = new Float32Array(4 * nx * ny);
    this.best = new Float32Array(nx * ny).fill(Infinity);
    for (let k = 0; k < nx * ny; k++) { this.values[4 * k] = NO_LANE; this.values[4 * k + 3] = OUTSIDE; }
  }

  /** A paved polygon; the distance to its outline, positive inside. */
  area(outline: Pair[]): void {
    this.visit(outline, REACH, (at, x, y) => {
      let inside = false, near = Infinity;
      outline.forEach((a, k) => {
        const b = outline[(k + 1) % outline.length];
        if (a[1] > y !== b[1] > y && x < a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])) inside = !inside;
        near = Math.min(near, between(a, b, x, y)[0]);
      });
      const depth = inside ? near : -near;
      if (depth > this.values[4 * at + 3]) this.values[4 * at + 3] = depth;
    });
  }

  /** A strip around a line: the nearest piece of it decides. */
  road(road: RoadOf): void {
    const { points, width, lanes } = road, pieces = road.closed ? points.length : points.length - 1, half = width / 2;
    const best = this.best.fill(Infinity);
    let along = 0;
    for (let k = 0; k < pieces; k++) {
      const a = points[k], b = points[(k + 1) % points.length], length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      this.visit([a, b], half + REACH, (at, x, y) => {
        const [distance, share, side] = between(a, b, x, y);
        if (distance >= best[at] || distance > half + REACH) return;
        best[at] = distance;
        const inside = half - distance, v = this.values;
        // a road on a pad is only painted on it
        if (inside < 0 && v[4 * at + 3] > inside) return;
        v[4 * at] = lanes / 2 + (side * distance * lanes) / width;
        v[4 * at + 1] = wave(along + share * length);
        v[4 * at + 2] = road.kerbs ? 1 : 0;
        v[4 * at + 3] = inside;
      });
      along += length;
    }
  }

  /** Distance inside the edge of what is paved [m], negative outside. */
  insideAt(x: number, y: number): number {
    const i = Math.floor((x - this.x0) / this.step), j = Math.floor((y - this.y0) / this.step);
    return i >= 0 && i < this.nx && j >= 0 && j < this.ny ? this.values[4 * (j * this.nx + i) + 3] : OUTSIDE;
  }

  texture(): DataTexture {
    const half = Uint16Array.from(this.values, (value) => DataUtils.toHalfFloat(value));
    const texture = new DataTexture(half, this.nx, this.ny, RGBAFormat, HalfFloatType);
    texture.minFilter = texture.magFilter = LinearFilter;
    texture.needsUpdate = true;
    return texture;
  }

  /** All cells around some points. */
  private visit(points: Pair[], reach: number, each: (at: number, x: number, y: number) => void): void {
    const { step } = this, xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
    const cell = (value: number, from: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor((value - from) / step)));
    const left = cell(least(xs) - reach, this.x0, this.nx), right = cell(-least(xs.map((x) => -x)) + reach, this.x0, this.nx);
    const low = cell(least(ys) - reach, this.y0, this.ny), high = cell(-least(ys.map((y) => -y)) + reach, this.y0, this.ny);
    for (let j = low; j <= high; j++) for (let i = left; i <= right; i++) each(j * this.nx + i, this.x0 + (i + 0.5) * step, this.y0 + (j + 0.5) * step);
  }
}

/** 0 … 1 … 0 over a dash and its gap. */
function wave(along: number): number {
  const t = (along / DASH) % 1;
  return t < 0.5 ? 2 * t : 2 - 2 * t;
}

function least(values: number[]): number {
  let low = Infinity;
  for (const value of values) if (value < low) low = value;
  return low;
}

/** Distance of a point from a piece of a line, the share of the piece at its foot, and 1 on the left, −1 on the right. */
function between([ax, ay]: Pair, [bx, by]: Pair, x: number, y: number): [number, number, number] {
  const ex = bx - ax, ey = by - ay, size = ex * ex + ey * ey;
  const share = size > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / size)) : 0;
  return [Math.hypot(x - ax - share * ex, y - ay - share * ey), share, ex * (y - ay) - ey * (x - ax) >= 0 ? 1 : -1];
}
