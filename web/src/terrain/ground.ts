/** What the rest of the page asks of a ground. Heights and places here are in world coordinates; what is drawn is relative to the origin. */

import type { Object3D, Vector3 } from "three";
import type { Terrain, Triple } from "../protocol.ts";
import { Chunks } from "./chunks.ts";
import { Flat } from "./flat.ts";
import type { Look } from "./look.ts";

export interface Ground {
  readonly object: Object3D;
  /** Triangles and tiles that are shown, for the probe. */
  readonly tiles: number;
  heightAt(x: number, y: number): number;
  /** Upward normal at a point, written into `into`. */
  normalAt(x: number, y: number, into: Vector3): Vector3;
  /** Choose what is drawn; places relative to the origin. True while more detail is still to come. */
  update(focus: Vector3, camera: Vector3): boolean;
  dispose(): void;
}

const HILLY = 1.5;
/** Ground with a greater difference of heights is country, not a paved plain [m]. */

export function groundOf(terrain: Terrain, origin: Triple, look: Look): Ground {
  const period = 100;
  const { uniforms } = look;
  uniforms.shift.value.set(origin[0] % period, origin[1] % period);
  const [low, high] = terrain.grid ? range(terrain.heights) : [0, 0], relief = high - low;
  uniforms.heights.value.set(low - origin[2], high - origin[2]);
  uniforms.nature.value = relief > HILLY ? 1 : 0;
  uniforms.contour.value = relief > HILLY ? interval(relief) : 0;
  if (terrain.grid) return new Chunks(terrain.grid, terrain.heights, terrain.friction, origin, look.material, look.simple ? 16 : 32);
  return new Flat(terrain.plain?.height ?? 0, terrain.plain?.friction_value ?? 1, origin, look.material);
}

/** Lowest and highest of many heights [m]. */
function range(heights: Float32Array): [number, number] {
  let low = Infinity, high = -Infinity;
  for (const z of heights) { if (z < low) low = z; if (z > high) high = z; }
  return low <= high ? [low, high] : [0, 0];
}

/** Distance of contour lines for a difference of heights [m]: about thirty of them. */
function interval(relief: number): number {
  for (const step of [0.25, 0.5, 1, 2, 5, 10, 20, 50]) if (relief / step < 40) return step;
  return 100;
}
