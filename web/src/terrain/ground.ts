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

export function groundOf(terrain: Terrain, origin: Triple, look: Look): Ground {
  const period = 100;
  look.uniforms.shift.value.set(origin[0] % period, origin[1] % period);
  if (terrain.grid) return new Chunks(terrain.grid, terrain.heights, terrain.friction, origin, look.material, look.simple ? 16 : 32);
  return new Flat(terrain.plain?.height ?? 0, terrain.plain?.friction_value ?? 1, origin, look.material);
}
