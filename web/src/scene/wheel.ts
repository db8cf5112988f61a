/** A tire with grooves, and a rim whose spokes show that it turns. */

import { BoxGeometry, type BufferGeometry, Color, CylinderGeometry, LatheGeometry, Vector2 } from "three";
import type { WheelShape } from "../protocol.ts";
import { along, type Assembly } from "./assembly.ts";

const SEGMENTS = 40;
const SPOKES = 5;

export function addWheel(assembly: Assembly, shape: WheelShape, bone: number): void {
  const { radius: r, width: w, centre, axis } = shape;
  const rim = 0.67 * r;
  const put = (geometry: BufferGeometry, colour: string, shade?: (i: number) => number): void =>
    assembly.add(along(geometry, centre, axis), bone, new Color(colour), shade);

  const profile = tireProfile(r, rim, w);
  // blocks of the tread: every other segment a little lighter
  put(new LatheGeometry(profile, SEGMENTS), "#26292d", (i) => {
    const segment = Math.floor(i / profile.length), point = i % profile.length;
    return point > 4 && point < profile.length - 5 && segment % 2 ? 1.45 : 1;
  });
  const barrel = [[rim * 1.02, -0.44], [rim * 0.97, -0.46], [rim * 0.9, -0.36], [rim * 0.88, 0.3], [rim * 0.97, 0.46], [rim * 1.02, 0.44]];
  put(new LatheGeometry(barrel.map(([x, y]) => new Vector2(x, y * w)), 28), "#9da4aa");
  for (const side of [-1, 1]) {
    for (let k = 0; k < SPOKES; k++) {
      const spoke = new BoxGeometry(0.78 * rim, 0.05 * w + 0.008, 0.15 * rim).translate(0.5 * rim, side * 0.36 * w, 0);
      put(spoke.rotateY((2 * Math.PI * k) / SPOKES), "#b6bcc2");
    }
    put(new CylinderGeometry(0.2 * rim, 0.22 * rim, 0.06 * w + 0.01, 14).translate(0, side * 0.37 * w, 0), k(side));
  }
  put(new CylinderGeometry(0.66 * rim, 0.66 * rim, 0.018, 24).translate(0, 0, 0), "#6f757b");
  // a mark on the sidewalls, so that slow turning is seen as well
  for (const side of [-1, 1]) put(new BoxGeometry(0.09 * r, 0.004, 0.035 * r).translate(0.84 * r, side * 0.492 * w, 0), "#d9d9d2");
}

function k(side: number): string { return side > 0 ? "#70777d" : "#5f666c"; }

/** Radius and place across the wheel, from one bead to the other. */
function tireProfile(r: number, rim: number, w: number): Vector2[] {
  const half = [
    [rim, 0.40], [rim + 0.10 * (r - rim), 0.45], [rim + 0.45 * (r - rim), 0.5], [rim + 0.75 * (r - rim), 0.485], [r - 0.012 * r, 0.42],
    [r, 0.36], [r, 0.22], [r - 0.022 * r, 0.21], [r - 0.022 * r, 0.16], [r, 0.15],
  ];
  const points = half.map(([x, y]) => new Vector2(x, y * w));
  return [...points, ...half.reverse().map(([x, y]) => new Vector2(x, -y * w))].reverse();
}
