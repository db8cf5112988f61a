/** Many coloured shapes of many bodies in one geometry, so that one drawing call moves them all (each body is a bone). */

import { BufferAttribute, BufferGeometry, type Color, Matrix4, Quaternion, Vector3 } from "three";
import type { Triple } from "../protocol.ts";

export class Assembly {
  private readonly position: number[] = [];
  private readonly normal: number[] = [];
  private readonly colour: number[] = [];
  private readonly bone: number[] = [];
  private readonly index: number[] = [];

  get empty(): boolean { return this.index.length === 0; }

  /** Add a geometry, which is taken apart; `shade` may darken single vertices. */
  add(geometry: BufferGeometry, bone: number, colour: Color, shade?: (vertex: number) => number): void {
    const start = this.bone.length, p = geometry.getAttribute("position"), n = geometry.getAttribute("normal");
    for (let i = 0; i < p.count; i++) {
      const factor = shade ? shade(i) : 1;
      this.position.push(p.getX(i), p.getY(i), p.getZ(i));
      this.normal.push(n.getX(i), n.getY(i), n.getZ(i));
      this.colour.push(colour.r * factor, colour.g * factor, colour.b * factor);
      this.bone.push(bone);
    }
    const index = geometry.getIndex();
    if (index) for (let i = 0; i < index.count; i++) this.index.push(start + index.getX(i));
    else for (let i = 0; i < p.count; i++) this.index.push(start + i);
    geometry.dispose();
  }

  geometry(skinned: boolean): BufferGeometry {
    const geometry = new BufferGeometry(), count = this.bone.length;
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.position), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(this.normal), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(this.colour), 3));
    if (skinned) {
      const which = new Uint16Array(4 * count), weight = new Float32Array(4 * count);
      this.bone.forEach((bone, i) => { which[4 * i] = bone; weight[4 * i] = 1; });
      geometry.setAttribute("skinIndex", new BufferAttribute(which, 4));
      geometry.setAttribute("skinWeight", new BufferAttribute(weight, 4));
    }
    geometry.setIndex(this.index);
    return geometry;
  }
}

const UP = new Vector3(0, 1, 0);

/** Place a geometry made along y: its middle at `centre`, its axis along `axis`. */
export function along(geometry: BufferGeometry, centre: Triple, axis: Triple): BufferGeometry {
  const turn = new Quaternion().setFromUnitVectors(UP, new Vector3(...axis).normalize());
  return geometry.applyMatrix4(new Matrix4().compose(new Vector3(...centre), turn, new Vector3(1, 1, 1)));
}

export function middle(a: Triple, b: Triple): Triple { return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]; }
export function minus(b: Triple, a: Triple): Triple { return [b[0] - a[0], b[1] - a[1], b[2] - a[2]]; }
