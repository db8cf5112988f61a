/** Another run of a car, drawn translucent at the same time. */

import { interpolate, Layout } from "./block.ts";
import type { Motion, Scene } from "./protocol.ts";
import { Figure } from "./scene/figure.ts";

/** Blocks of one run, asked by time. */
export class Recording {
  readonly layout: Layout;
  readonly samples: number;
  private readonly now: Float32Array;
  private at = 0;

  constructor(readonly motion: Motion) {
    this.layout = new Layout(motion.gauges, motion.bodies, motion.contacts);
    this.samples = Math.min(motion.samples, Math.floor(motion.blocks.length / this.layout.size));
    this.now = new Float32Array(this.layout.size);
  }

  block(k: number): Float32Array { return this.motion.blocks.subarray(k * this.layout.size, (k + 1) * this.layout.size); }
  time(k: number): number { return this.motion.blocks[k * this.layout.size]; }
  get start(): number { return this.time(0); }
  get end(): number { return this.time(this.samples - 1); }

  /** Last sample at or before a time. */
  index(time: number): number {
    let low = 0, high = this.samples - 1;
    if (this.time(this.at) <= time && (this.at === high || this.time(this.at + 1) > time)) return this.at;
    while (low < high) {
      const half = (low + high + 1) >> 1;
      if (this.time(half) <= time) low = half; else high = half - 1;
    }
    return (this.at = low);
  }

  /** The block at a time, held at the ends. */
  blockAt(time: number): Float32Array {
    const k = this.index(time), next = Math.min(k + 1, this.samples - 1), from = this.time(k), span = this.time(next) - from;
    const share = span > 0 ? Math.min(1, Math.max(0, (time - from) / span)) : 0;
    interpolate(this.layout, this.block(k), this.block(next), share, this.now);
    return this.now;
  }
}

export class Ghost {
  readonly figure: Figure;

  constructor(readonly recording: Recording, scene: Scene, simple: boolean) {
    const { motion } = recording;
    this.figure = new Figure(motion.scene ?? scene, recording.layout, "ghost", simple);
    motion.origin.forEach((value, i) => this.figure.object.position.setComponent(i, value - scene.origin[i]));
  }

  show(time: number): void { this.figure.pose(this.recording.blockAt(time)); }
}
