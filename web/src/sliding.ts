/** How hard tires slide: power of friction against the load, from the sliding speed that a block carries for each wheel. */

import type { Layout } from "./block.ts";
import type { Scene } from "./protocol.ts";

const LEAST = 0.7, MOST = 3.2;
/** Power by load at which marks begin and at which they are black [m/s]: a tire of friction 1 that slides at this speed. */

export class Sliding {
  /** 0 … 1 for each wheel: nothing, black marks. */
  readonly shares: Float32Array;
  private readonly places: number[];
  /** Whether blocks carry sliding speeds. */
  readonly known: boolean;

  constructor(private readonly scene: Scene, private readonly layout: Layout) {
    this.places = scene.wheels.map((wheel) => layout.gaugeAt(`tire.${wheel.name}.sliding_speed`));
    this.known = this.places.some((place) => place >= 0);
    this.shares = new Float32Array(scene.wheels.length);
  }

  update(block: Float32Array): void {
    const load = Math.max(this.scene.weight, 1) / Math.max(this.scene.wheels.length, 1);
    this.scene.wheels.forEach((wheel, w) => {
      this.shares[w] = 0;
      if (this.places[w] < 0 || wheel.contact < 0 || wheel.contact >= this.layout.contacts) return;
      const at = this.layout.contactAt(wheel.contact), force = Math.hypot(block[at + 3], block[at + 4]);
      const power = force * Math.abs(block[this.places[w]]);
      this.shares[w] = Math.min(1, Math.max(0, (power / load - LEAST) / (MOST - LEAST)));
    });
  }

  get most(): number { return Math.max(0, ...this.shares); }
}
