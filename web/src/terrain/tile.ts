/** One square tile of ground with a skirt around it. */

import { BufferAttribute, BufferGeometry } from "three";
import type { Triple } from "../protocol.ts";
import { indexBelow, type Surface } from "./ferguson.ts";

/** Vertices on a (cells + 3)² lattice whose outer ring is the skirt: the same places as the ring inside it, lower. */
export function tileGeometry(
  surface: Surface, friction: Float32Array | null, origin: Triple, cells: number, level: number, i: number, j: number,
): BufferGeometry {
  const side = cells + 3;
  const { nx, ny, x0, y0, dx, dy } = surface.grid;
  const stride = 2 ** level, depth = 0.03 + 0.35 * stride * Math.max(dx, dy);
  const position = new Float32Array(3 * side * side), normal = new Float32Array(3 * side * side);
  const adhesion = new Float32Array(side * side);
  for (let a = 0; a < side; a++) {
    const s = Math.min((i * cells + clamp(a - 1, cells)) * stride, nx - 1);
    for (let b = 0; b < side; b++) {
      const t = Math.min((j * cells + clamp(b - 1, cells)) * stride, ny - 1);
      const skirt = a === 0 || b === 0 || a === side - 1 || b === side - 1;
      const [z, zx, zy] = sample(surface, s, t, stride);
      const at = a * side + b, length = 1 / Math.hypot(zx, zy, 1);
      position[3 * at] = x0 + s * dx - origin[0];
      position[3 * at + 1] = y0 + t * dy - origin[1];
      position[3 * at + 2] = z - origin[2] - (skirt ? depth : 0);
      normal[3 * at] = -zx * length;
      normal[3 * at + 1] = -zy * length;
      normal[3 * at + 2] = length;
      adhesion[at] = friction ? bilinear(friction, nx, ny, s, t) : 1;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(position, 3));
  geometry.setAttribute("normal", new BufferAttribute(normal, 3));
  geometry.setAttribute("friction", new BufferAttribute(adhesion, 1));
  geometry.setIndex(new BufferAttribute(lattice(side), 1));
  geometry.computeBoundingBox();
  geometry.computeBoundingSphere();
  return geometry;
}

function clamp(k: number, cells: number): number { return Math.min(Math.max(k, 0), cells); }

const lattices = new Map<number, Uint16Array>();

function lattice(side: number): Uint16Array {
  const known = lattices.get(side);
  if (known) return known;
  const index: number[] = [];
  for (let a = 0; a < side - 1; a++) for (let b = 0; b < side - 1; b++) {
    const p = a * side + b, q = p + side;
    index.push(p, q, q + 1, p, q + 1, p + 1);
  }
  const made = new Uint16Array(index);
  lattices.set(side, made);
  return made;
}

/** z and slopes at the place (s, t) in cells: the surface itself, or differences over the stride where nodes are left out. */
function sample(surface: Surface, s: number, t: number, stride: number): [number, number, number] {
  const { nx, ny, dx, dy } = surface.grid, h = surface.heights;
  if (stride > 1 && Number.isInteger(s) && Number.isInteger(t)) {
    const step = stride / 2;
    const before = Math.max(s - step, 0), after = Math.min(s + step, nx - 1), left = Math.max(t - step, 0), right = Math.min(t + step, ny - 1);
    return [
      h[s * ny + t],
      (h[after * ny + t] - h[before * ny + t]) / ((after - before) * dx),
      (h[s * ny + right] - h[s * ny + left]) / ((right - left) * dy),
    ];
  }
  const m = indexBelow(s, nx - 1), n = indexBelow(t, ny - 1);
  surface.inCell(m, n, s - m, t - n);
  const [z, zu, zv] = surface.answer;
  return [z, zu / dx, zv / dy];
}

function bilinear(field: Float32Array, nx: number, ny: number, s: number, t: number): number {
  const m = indexBelow(s, nx - 1), n = indexBelow(t, ny - 1), u = s - m, v = t - n, at = m * ny + n;
  return (1 - u) * ((1 - v) * field[at] + v * field[at + 1]) + u * ((1 - v) * field[at + ny] + v * field[at + ny + 1]);
}
