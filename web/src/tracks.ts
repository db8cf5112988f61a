/** Where the wheels have been: ribbons on the ground, dark where tires slid; where sliding is not known, where they push hard along the ground. */

import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { Layout } from "./block.ts";
import type { Scene } from "./protocol.ts";
import { Sliding } from "./sliding.ts";

const STEP = 0.12;
/** Distance after which a new piece begins [m]. */
const FASTEST = 100;
/** A wheel that is further away than this speed allows was put there [m/s]. */

export interface Floor {
  heightAt(x: number, y: number): number;
  normalAt(x: number, y: number, into: Vector3): Vector3;
}

interface Last { time: number; point: Vector3; left: Vector3; right: Vector3; down: boolean }

export class Tracks {
  readonly object: Mesh;
  /** Pieces written so far. */
  points = 0;
  private readonly position: BufferAttribute;
  private readonly colour: BufferAttribute;
  private readonly last: Last[];
  private readonly times: Float32Array;
  private written = false;
  private readonly sliding: Sliding;

  constructor(private readonly scene: Scene, private readonly layout: Layout, private readonly capacity: number) {
    this.sliding = new Sliding(scene, layout);
    const geometry = new BufferGeometry();
    this.position = new BufferAttribute(new Float32Array(12 * capacity), 3).setUsage(DynamicDrawUsage);
    this.colour = new BufferAttribute(new Float32Array(16 * capacity), 4).setUsage(DynamicDrawUsage);
    this.times = new Float32Array(capacity);
    const index = new Uint32Array(6 * capacity);
    for (let k = 0; k < capacity; k++) index.set([4 * k, 4 * k + 1, 4 * k + 3, 4 * k, 4 * k + 3, 4 * k + 2], 6 * k);
    geometry.setAttribute("position", this.position);
    geometry.setAttribute("color", this.colour);
    geometry.setIndex(new BufferAttribute(index, 1));
    geometry.setDrawRange(0, 0);
    const material = new MeshBasicMaterial({
      vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -3, polygonOffsetUnits: -6,
    });
    this.object = new Mesh(geometry, material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
    this.last = scene.wheels.map(() => ({ time: 0, point: new Vector3(), left: new Vector3(), right: new Vector3(), down: false }));
  }

  /** Continue the tracks with a block; the oldest pieces are written over. */
  add(block: Float32Array, floor: Floor): void {
    this.sliding.update(block);
    this.scene.wheels.forEach((wheel, w) => {
      if (wheel.contact < 0 || wheel.contact >= this.layout.contacts) return;
      const at = this.layout.contactAt(wheel.contact), last = this.last[w];
      POINT.set(block[at], block[at + 1], block[at + 2]);
      FORCE.set(block[at + 3], block[at + 4], block[at + 5]);
      if (FORCE.lengthSq() === 0) { last.down = false; return; }
      const since = block[0] - last.time;
      if (!last.down || since < 0 || POINT.distanceTo(last.point) > 0.5 + FASTEST * since) {
        last.time = block[0];
        last.point.copy(POINT);
        last.down = true;
        last.left.setScalar(NaN);
        return;
      }
      AHEAD.subVectors(POINT, last.point);
      if (AHEAD.length() < STEP) return;
      floor.normalAt(POINT.x, POINT.y, NORMAL);
      SIDE.crossVectors(NORMAL, AHEAD).normalize().multiplyScalar(0.42 * wheel.width);
      this.edge(LEFT, POINT, SIDE, 1, floor);
      this.edge(RIGHT, POINT, SIDE, -1, floor);
      const push = FORCE.dot(NORMAL), along = FORCE.addScaledVector(NORMAL, -push).length() / Math.max(push, 1);
      if (Number.isNaN(last.left.x)) { this.edge(last.left, last.point, SIDE, 1, floor); this.edge(last.right, last.point, SIDE, -1, floor); }
      this.piece(last, this.sliding.known ? 0.12 + 0.78 * this.sliding.shares[w] : 0.2 + 0.5 * Math.min(1, along) ** 1.5, block[0]);
      last.left.copy(LEFT);
      last.right.copy(RIGHT);
      last.point.copy(POINT);
      last.time = block[0];
    });
  }

  /** Show the pieces up to a time (replays, where they were all written at the beginning). */
  until(time: number): void {
    let low = 0, high = Math.min(this.points, this.capacity);
    while (low < high) {
      const half = (low + high) >> 1;
      if (this.times[half] <= time) low = half + 1; else high = half;
    }
    this.object.geometry.setDrawRange(0, 6 * low);
  }

  clear(): void {
    this.points = 0;
    this.object.geometry.setDrawRange(0, 0);
    for (const last of this.last) last.down = false;
  }

  dispose(): void {
    this.object.geometry.dispose();
    (this.object.material as MeshBasicMaterial).dispose();
  }

  /** Tell the graphics card of what was written since the last picture. */
  flush(): void {
    if (!this.written) return;
    this.written = false;
    this.position.needsUpdate = this.colour.needsUpdate = true;
  }

  private piece(last: Last, strength: number, time: number): void {
    const k = this.points % this.capacity;
    if (k === 0 || !this.written) { this.position.clearUpdateRanges(); this.colour.clearUpdateRanges(); }
    [last.left, last.right, LEFT, RIGHT].forEach((corner, i) => {
      this.position.setXYZ(4 * k + i, corner.x, corner.y, corner.z);
      this.colour.setXYZW(4 * k + i, INK.r, INK.g, INK.b, strength);
    });
    this.position.addUpdateRange(12 * k, 12);
    this.colour.addUpdateRange(16 * k, 16);
    this.times[k] = time;
    this.points++;
    this.written = true;
    this.object.geometry.setDrawRange(0, 6 * Math.min(this.points, this.capacity));
  }

  private edge(into: Vector3, point: Vector3, side: Vector3, sign: number, floor: Floor): void {
    into.copy(point).addScaledVector(side, sign);
    into.z = floor.heightAt(into.x, into.y) + 0.012;
  }
}

const INK = new Color("#15181b");
const POINT = new Vector3(), FORCE = new Vector3(), AHEAD = new Vector3(), SIDE = new Vector3(), NORMAL = new Vector3(), LEFT = new Vector3(), RIGHT = new Vector3();
