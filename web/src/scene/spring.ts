/** A coil of length one along z: scaled along z it stretches as a spring does. */

import { BufferAttribute, BufferGeometry } from "three";

const AROUND = 6;
const PER_TURN = 14;

/** nominal: length at which the wire is round [m]. */
export function coil(radius: number, turns: number, nominal: number): BufferGeometry {
  const wire = Math.min(0.14 * radius, (0.3 * nominal) / turns);
  const steps = Math.round(turns * PER_TURN);
  const position: number[] = [], normal: number[] = [], index: number[] = [];
  for (let k = 0; k <= steps; k++) {
    const s = k / steps, angle = 2 * Math.PI * turns * s, cos = Math.cos(angle), sin = Math.sin(angle);
    for (let q = 0; q < AROUND; q++) {
      const around = (2 * Math.PI * q) / AROUND, out = Math.cos(around), up = Math.sin(around);
      const r = radius + wire * out;
      position.push(r * cos, r * sin, 0.02 + 0.96 * s + (wire * up) / nominal);
      normal.push(out * cos, out * sin, up);
      if (k === steps) continue;
      const a = k * AROUND + q, b = k * AROUND + ((q + 1) % AROUND);
      index.push(a, a + AROUND, b + AROUND, a, b + AROUND, b);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normal), 3));
  geometry.setIndex(index);
  return geometry;
}
