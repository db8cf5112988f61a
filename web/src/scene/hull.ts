/** A car's body: lower part with wheel arches, cabin with windows and pillars, dark inside between the wheels, lamps. */

import { type BufferGeometry, Color, Group, Mesh, SphereGeometry } from "three";
import type { Arch, Hull, Pair } from "../protocol.ts";
import { Assembly } from "./assembly.ts";
import { extent, interval, joined, softened, stations } from "./loft.ts";
import type { Materials } from "./palette.ts";

type Point = [number, number, number];

export function hullOf(hull: Hull, materials: Materials): Group {
  const group = new Group();
  const add = (geometry: BufferGeometry, material: Materials[keyof Materials]): void => {
    if (!geometry.getAttribute("position").count) return;
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    group.add(mesh);
  };
  const outline = softened(hull.outline, 0.12), arches = hull.arches ?? [];
  const [paint, trim] = lower(outline, hull.width, arches, 0);
  add(paint, materials.paint);
  add(trim, materials.dark);
  if (arches.length) add(lower(outline, 0.58 * hull.width, [], 0.05)[0], materials.dark);
  if (hull.cabin && hull.cabin.length > 2) {
    const [paint, glass] = cabin(softened(hull.cabin, 0.16), hull.cabin_width ?? 0.85 * hull.width);
    add(paint, materials.paint);
    add(glass, materials.glass);
  }
  if (arches.length) add(lamps(outline, hull.width), materials.lamps);
  group.position.y = hull.centre_y ?? 0;
  return group;
}

/** Share of the full width at x: the body narrows towards its ends. */
function planform(x: number, from: number, to: number): number {
  const length = to - from, reach = Math.min(0.28 * length, 0.9);
  const t = Math.max(0, 1 - Math.min(x - from, to - x) / reach);
  return 1 - 0.2 * t ** 2.6;
}

function lower(outline: Pair[], width: number, arches: Arch[], inset: number): BufferGeometry[] {
  const [left, right, low, high] = extent(outline), from = left + 1.5 * inset, to = right - 1.5 * inset;
  const also = [from + 0.01, from + 0.03, from + 0.06, to - 0.06, to - 0.03, to - 0.01];
  for (const arch of arches) for (let k = 0; k <= 16; k++) also.push(arch.x - arch.radius * Math.cos((Math.PI * k) / 16));
  for (const arch of arches) also.push(arch.x - arch.radius - 0.002, arch.x + arch.radius + 0.002);
  const rings: Point[][] = [];
  for (const x of stations(from, to, inset ? 0.35 : 0.13, also)) {
    const range = interval(outline, x);
    if (!range) continue;
    let [bottom, top] = [range[0] + inset, range[1] - inset];
    for (const arch of arches) {
      const off = Math.abs(x - arch.x);
      if (off < arch.radius) bottom = Math.max(bottom, Math.min(arch.z + Math.sqrt(arch.radius ** 2 - off ** 2), top - 0.04));
    }
    const end = Math.min(x - from, to - x), bevel = end < 0.06 ? 0.05 * (1 - Math.sqrt(Math.max(0, 1 - (1 - end / 0.06) ** 2))) : 0;
    const shrink = Math.min(bevel, 0.3 * (top - bottom));
    rings.push(section(x, (width / 2) * planform(x, left, right) - bevel, bottom + shrink, top - shrink, [low, high]));
  }
  // the lowest faces are dark: sills, and the insides of the arches
  const last = rings[0].length, sill = low + 0.14 * (high - low);
  const inArch = (x: number): boolean => arches.some((arch) => Math.abs(x - arch.x) <= arch.radius + 0.003);
  return joined(rings, 2, (k, q) => {
    if (inset > 0 || (q >= 4 && q < last - 4)) return 0;
    const [a, , z] = rings[k][0], [b, , next] = rings[k + 1][0];
    return inArch(a) && inArch(b) ? 1 : Math.max(z, next) < sill ? 1 : 0;
  });
}

/** A cross-section: rounded corners, sides that lean in towards the top, a slightly crowned top. */
function section(x: number, half: number, bottom: number, top: number, [low, high]: [number, number]): Point[] {
  const height = top - bottom, round = Math.min(0.11, 0.45 * height, 0.5 * half), under = Math.min(0.05, 0.3 * height);
  const lean = (z: number): number => {
    const t = (z - low) / Math.max(high - low, 1e-3);
    return half * (1 - 0.06 * Math.max(0, t - 0.45) - 0.05 * Math.max(0, 0.35 - t));
  };
  const right: [number, number][] = [[0, bottom], [half - under - 0.02, bottom]];
  for (const angle of [0.25, 0.6, 1]) {
    const a = (angle * Math.PI) / 2;
    right.push([lean(bottom + under) - under + under * Math.sin(a), bottom + under - under * Math.cos(a)]);
  }
  for (const share of [0.35, 0.7]) { const z = bottom + under + share * (height - under - round); right.push([lean(z), z]); }
  for (const angle of [0, 0.25, 0.5, 0.75, 1]) {
    const a = (angle * Math.PI) / 2;
    right.push([lean(top - round) - 1.3 * round * (1 - Math.cos(a)), top - round + round * Math.sin(a)]);
  }
  right.push([0.4 * half, top + 0.012], [0, top + 0.016]);
  const points: Point[] = right.map(([y, z]) => [x, -y, z]);
  return [...points, ...right.slice(1, -1).reverse().map(([y, z]): Point => [x, y, z])];
}

/** Paint and glass of the cabin. Sides lean inwards; windows follow the roof line, pillars stand between them. */
function cabin(outline: Pair[], width: number): [BufferGeometry, BufferGeometry] {
  const [from, to, low, high] = extent(outline);
  const pillars = [0.5 * (from + to) - 0.05];
  const also = pillars.flatMap((x) => [x - 0.035, x + 0.035]);
  const rings: Point[][] = [], places: number[] = [], slopes: number[] = [], heights: number[] = [];
  for (const x of stations(from + 0.005, to - 0.005, 0.08, also)) {
    const range = interval(outline, x);
    if (!range) continue;
    const [bottom, top] = range, height = Math.max(top - bottom, 0.004);
    const half = (z: number): number => (width / 2) * (1 - 0.2 * Math.max(0, (z - low) / (high - low)) ** 1.25);
    const frame = Math.min(0.055, 0.45 * height), sill = Math.min(0.03, 0.2 * height), round = Math.min(0.05, 0.3 * height);
    const z = [bottom, bottom + sill, top - frame, top - 0.4 * round, top];
    const y = [half(z[0]), half(z[1]), half(z[2]), half(z[3]) - 0.2 * round, half(z[4]) - round];
    const side: [number, number][] = z.map((h, i) => [y[i], h]);
    const rail = Math.max(y[4] - 0.06, 0.3 * y[4]);
    const right: [number, number][] = [[0, bottom], ...side, [rail, top + 0.006], [0, top + 0.02]];
    rings.push([...right.map(([b, h]): Point => [x, -b, h]), ...right.slice(1, -1).reverse().map(([b, h]): Point => [x, b, h])]);
    places.push(x);
    heights.push(height);
    const ahead = interval(outline, Math.min(x + 0.03, to)), behind = interval(outline, Math.max(x - 0.03, from));
    slopes.push(ahead && behind ? (ahead[1] - behind[1]) / 0.06 : 0);
  }
  const last = rings[0].length;
  const tallest = Math.max(...heights);
  // ring points from the lowest in the middle, up the right side, over the roof, down the left: faces by what they belong to
  const isWindow = (q: number): boolean => q === 2 || q === last - 3;
  const isRoof = (q: number): boolean => q === 6 || q === 7;
  const [paint, glass] = joined(rings, 2, (k, q) => {
    const x = (places[k] + places[k + 1]) / 2;
    const pillar = pillars.some((p) => Math.abs(x - p) < 0.035);
    if (isWindow(q) && !pillar && heights[k] > 0.28 * tallest) return 1;
    if (isRoof(q) && Math.abs(slopes[k] + slopes[k + 1]) > 0.5 && heights[k] > 0.06 * tallest) return 1;
    return 0;
  });
  return [paint, glass];
}

function lamps(outline: Pair[], width: number): BufferGeometry {
  const [from, to] = extent(outline), assembly = new Assembly();
  for (const [x, colour, inward] of [[to, "#e8ebe6", -1], [from, "#a32420", 1]] as const) {
    const range = interval(outline, x + 0.2 * inward);
    if (!range) continue;
    const height = range[0] + 0.68 * (range[1] - range[0]), half = (width / 2) * planform(x, from, to);
    for (const side of [-1, 1]) {
      const lamp = new SphereGeometry(1, 18, 12).scale(0.13, 0.19, 0.062).rotateZ(-0.5 * side * inward).translate(x + inward * 0.125, side * (half - 0.2), height);
      assembly.add(lamp, 0, new Color(colour));
    }
  }
  return assembly.geometry(false);
}
