/** An endless plane: a disc of rings that follows the car. */

import { BufferAttribute, BufferGeometry, type Material, Mesh, type Vector3 } from "three";
import type { Triple } from "../protocol.ts";
import type { Ground } from "./ground.ts";

export class Flat implements Ground {
  readonly object: Mesh;
  readonly tiles = 1;

  constructor(private readonly height: number, friction: number, origin: Triple, material: Material) {
    this.object = new Mesh(disc(friction), material);
    this.object.position.z = height - origin[2];
    this.object.receiveShadow = true;
    this.object.frustumCulled = false;
  }

  heightAt(): number { return this.height; }
  normalAt(_x: number, _y: number, into: Vector3): Vector3 { return into.set(0, 0, 1); }

  update(focus: Vector3): boolean {
    this.object.position.x = Math.round(focus.x / 10) * 10;
    this.object.position.y = Math.round(focus.y / 10) * 10;
    return false;
  }

  dispose(): void { this.object.geometry.dispose(); }
}

function disc(friction: number): BufferGeometry {
  const radii = [0, 4, 12, 30, 70, 160, 400, 1000, 2500], spokes = 48;
  const positions: number[] = [], index: number[] = [];
  radii.forEach((radius, ring) => {
    for (let k = 0; k < spokes; k++) {
      const angle = (2 * Math.PI * k) / spokes;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), 0);
      if (ring === 0) continue;
      const inner = (ring - 1) * spokes, outer = ring * spokes, next = (k + 1) % spokes;
      index.push(inner + k, outer + k, outer + next, inner + k, outer + next, inner + next);
    }
  });
  const count = positions.length / 3;
  const normals = new Float32Array(3 * count).map((_, i) => (i % 3 === 2 ? 1 : 0));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setAttribute("friction", new BufferAttribute(new Float32Array(count).fill(friction), 1));
  geometry.setIndex(index);
  return geometry;
}
