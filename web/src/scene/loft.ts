/** Bodies from a side outline: cross-sections at stations along x, joined. */

import { BufferAttribute, BufferGeometry } from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import type { Pair } from "../protocol.ts";

/** Lowest and highest z of a closed outline at x, or null beyond its ends. */
export function interval(outline: Pair[], x: number): [number, number] | null {
  let low = Infinity, high = -Infinity;
  outline.forEach(([xa, za], k) => {
    const [xb, zb] = outline[(k + 1) % outline.length];
    if (x < Math.min(xa, xb) - 1e-9 || x > Math.max(xa, xb) + 1e-9) return;
    const ends = Math.abs(xb - xa) < 1e-9 ? [za, zb] : [za + ((zb - za) * (x - xa)) / (xb - xa)];
    for (const z of ends) { low = Math.min(low, z); high = Math.max(high, z); }
  });
  return low <= high ? [low, high] : null;
}

/** Corners cut by two points each, at most `size` away from them. */
export function softened(outline: Pair[], size: number): Pair[] {
  const soft: Pair[] = [];
  outline.forEach((corner, k) => {
    const before = outline[(k + outline.length - 1) % outline.length], after = outline[(k + 1) % outline.length];
    const at = (other: Pair, most: number): Pair => {
      const length = Math.hypot(other[0] - corner[0], other[1] - corner[1]), share = Math.min(most / length, 0.4);
      return [corner[0] + share * (other[0] - corner[0]), corner[1] + share * (other[1] - corner[1])];
    };
    const a = at(before, size), b = at(after, size);
    for (const t of [0, 0.25, 0.5, 0.75, 1]) {
      const p = (1 - t) * (1 - t), q = 2 * t * (1 - t), r = t * t;
      soft.push([p * a[0] + q * corner[0] + r * b[0], p * a[1] + q * corner[1] + r * b[1]]);
    }
  });
  return soft;
}

export function extent(outline: Pair[]): [number, number, number, number] {
  const x = outline.map((p) => p[0]), z = outline.map((p) => p[1]);
  return [Math.min(...x), Math.max(...x), Math.min(...z), Math.max(...z)];
}

/** Stations at distances of about `step`, and at the given places. */
export function stations(from: number, to: number, step: number, also: number[] = []): number[] {
  const count = Math.max(2, Math.ceil((to - from) / step));
  const places = Array.from({ length: count + 1 }, (_, k) => from + ((to - from) * k) / count);
  places.push(...also.filter((x) => x > from && x < to));
  places.sort((a, b) => a - b);
  return places.filter((x, k) => k === 0 || x - places[k - 1] > 1e-4);
}

/** Closed rings of points (all of the same number) joined to a surface, whose ends are closed by fans.
 * `kind` sorts the faces between ring k and k + 1 at point q; ends are of kind 0. */
export function joined(rings: [number, number, number][][], kinds: number, kind: (k: number, q: number) => number): BufferGeometry[] {
  const around = rings[0].length;
  const faces: number[][] = Array.from({ length: kinds }, () => []);
  const put = (which: number, ...points: [number, number, number][]): void => { for (const p of points) faces[which].push(...p); };
  for (let k = 0; k < rings.length - 1; k++) for (let q = 0; q < around; q++) {
    const next = (q + 1) % around, a = rings[k][q], b = rings[k][next], c = rings[k + 1][next], d = rings[k + 1][q];
    put(kind(k, q), a, c, b, a, d, c);
  }
  for (const [ring, flip] of [[rings[0], false], [rings[rings.length - 1], true]] as const) {
    const centre: [number, number, number] = [0, 0, 0];
    for (const p of ring) for (let i = 0; i < 3; i++) centre[i] += p[i] / around;
    for (let q = 0; q < around; q++) {
      const a = ring[q], b = ring[(q + 1) % around];
      if (flip) put(0, centre, b, a); else put(0, centre, a, b);
    }
  }
  return faces.map((positions) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
    geometry.computeVertexNormals();
    return positions.length ? toCreasedNormals(geometry, 0.55) : geometry;
  });
}
