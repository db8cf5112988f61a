/** Driving with keys: what is pressed becomes demands that move smoothly in time. */

import type { Demand } from "./demand.ts";

const AHEAD = ["KeyW", "ArrowUp"], BACK = ["KeyS", "ArrowDown"], LEFT = ["KeyA", "ArrowLeft"], RIGHT = ["KeyD", "ArrowRight"], HAND = ["Space"];
const DRIVING = new Set([...AHEAD, ...BACK, ...LEFT, ...RIGHT, ...HAND]);
const RELEASE = 4.5;
/** Everything returns to neutral at this rate [1/s]. */

export class Keyboard {
  readonly demand: Demand = { steer: 0, ahead: 0, back: 0, handbrake: 0 };
  private readonly down = new Set<string>();

  /** True if the key is one of driving. */
  press(code: string): boolean {
    if (!DRIVING.has(code)) return false;
    this.down.add(code);
    return true;
  }

  release(code: string): void { this.down.delete(code); }
  clear(): void { this.down.clear(); Object.assign(this.demand, { steer: 0, ahead: 0, back: 0, handbrake: 0 }); }
  get active(): boolean { return this.down.size > 0 || this.demand.steer !== 0 || this.demand.ahead > 0 || this.demand.back > 0; }

  /** dt [s], speed [m/s]. At speed the wheel turns less far and more slowly. */
  update(dt: number, speed: number): void {
    const { demand } = this, v = Math.abs(speed);
    const held = (keys: string[]): number => (keys.some((key) => this.down.has(key)) ? 1 : 0);
    const limit = Math.max(0.1, 1 / (1 + (v / 13) ** 1.7)), rate = 2.6 / (1 + v / 20);
    const steer = (held(LEFT) - held(RIGHT)) * limit;
    demand.steer = towards(demand.steer, steer, dt * (steer === 0 || steer * demand.steer < 0 ? RELEASE : rate));
    demand.ahead = towards(demand.ahead, held(AHEAD), dt * (held(AHEAD) ? 2.8 : RELEASE));
    demand.back = towards(demand.back, held(BACK), dt * (held(BACK) ? 3.2 : RELEASE));
    demand.handbrake = held(HAND);
  }
}

export function towards(value: number, target: number, step: number): number {
  return value < target ? Math.min(target, value + step) : Math.max(target, value - step);
}
