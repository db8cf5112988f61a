/** Rigid shapes of one body, put into an assembly. */

import { BoxGeometry, Color, ConeGeometry, CylinderGeometry, Matrix4, Quaternion, SphereGeometry, Vector3 } from "three";
import type { Shape } from "../protocol.ts";
import { along, Assembly, middle, minus } from "./assembly.ts";
import { colourOf } from "./palette.ts";
import { addWheel } from "./wheel.ts";

/** Add a shape, if it is one of a single body and not the car's hull. */
export function addRigid(assembly: Assembly, shape: Shape, bone: number): void {
  switch (shape.kind) {
    case "rod":
    case "cylinder": {
      const axis = minus(shape.b, shape.a), length = Math.hypot(...axis);
      if (length < 1e-6) return;
      const colour = colourOf(shape.role, shape.kind === "cylinder" ? shape.colour : undefined);
      assembly.add(along(new CylinderGeometry(shape.radius, shape.radius, length, 9), middle(shape.a, shape.b), axis), bone, colour);
      return;
    }
    case "ball":
      assembly.add(new SphereGeometry(shape.radius, 10, 7).translate(...shape.centre), bone, colourOf(shape.role));
      return;
    case "pin":
      assembly.add(along(new CylinderGeometry(shape.radius, shape.radius, shape.length, 10), shape.centre, shape.axis), bone, colourOf(shape.role));
      return;
    case "wheel":
      addWheel(assembly, shape, bone);
      return;
    case "box": {
      const [w, x, y, z] = shape.quaternion ?? [1, 0, 0, 0];
      const box = new BoxGeometry(2 * shape.half[0], 2 * shape.half[1], 2 * shape.half[2]);
      box.applyMatrix4(new Matrix4().compose(new Vector3(...shape.centre), new Quaternion(x, y, z, w), new Vector3(1, 1, 1)));
      assembly.add(box, bone, colourOf(shape.role, shape.colour));
      return;
    }
    case "cone": {
      const axis = minus(shape.tip, shape.base), length = Math.hypot(...axis);
      const orange = colourOf(shape.role), white = new Color("#f2f2ee");
      // a traffic cone: foot, orange frustum, white band, orange tip
      const rings = [[0, 1], [0.42, 0.66], [0.68, 0.4], [1, 0.12]];
      for (let k = 0; k < 3; k++) {
        const [low, wide] = rings[k], [high, narrow] = rings[k + 1];
        const piece = new CylinderGeometry(0.82 * shape.radius * narrow, 0.82 * shape.radius * wide, length * (high - low), 18);
        piece.translate(0, (length * (high + low)) / 2, 0);
        assembly.add(along(piece, shape.base, axis), bone, k === 1 ? white : orange);
      }
      const foot = new BoxGeometry(2 * shape.radius, 0.06 * length, 2 * shape.radius).translate(0, 0.03 * length, 0);
      assembly.add(along(foot, shape.base, axis), bone, new Color("#33363a"));
      const cap = new ConeGeometry(0.098 * shape.radius, 0.02 * length, 12).translate(0, 1.01 * length, 0);
      assembly.add(along(cap, shape.base, axis), bone, orange);
    }
  }
}
