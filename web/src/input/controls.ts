/** Keys, fingers and gamepad together become the controls that are sent; S at standstill means reverse. */

import type { Controls } from "../protocol.ts";
import type { Demand } from "./demand.ts";
import { Pads } from "./gamepad.ts";
import { Keyboard } from "./keyboard.ts";
import { Touch } from "./touch.ts";

const STANDING = 0.4;
/** Slower than this is standstill [m/s]. */
const PATIENCE = 0.2;
/** Time at standstill with the brake held until reverse [s]. */

const NEUTRAL: Controls = { steer: 0, throttle: 0, brake: 0, gear: "auto", handbrake: 0 };

export class Driver {
  readonly keyboard = new Keyboard();
  readonly pads = new Pads();
  readonly touch = new Touch();
  readonly controls: Controls = { ...NEUTRAL };
  private waited = 0;
  private sent = "";
  private sentAt = 0;
  private attentive = document.hasFocus();

  constructor(private readonly send: (controls: Controls) => void) {
    window.addEventListener("blur", () => this.letGo());
    window.addEventListener("focus", () => { this.attentive = true; });
    window.addEventListener("pointerdown", () => { this.attentive = true; });
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.letGo(); else this.attentive = document.hasFocus(); });
    this.pads.onLost = () => this.neutral();
  }

  /** Let go of everything and say so once; nothing is sent until the page has the focus again. */
  letGo(): void {
    if (!this.attentive) return;
    this.attentive = false;
    this.neutral();
  }

  /** now [s], dt [s], speed [m/s]. */
  update(now: number, dt: number, speed: number): void {
    this.keyboard.update(dt, speed);
    this.pads.update(speed);
    this.touch.update(dt, speed);
    const used = [this.keyboard, this.touch].find((one) => one.active)?.demand;
    this.merge(used ?? (this.pads.used ? this.pads.demand : this.keyboard.demand), dt, Math.abs(speed));
    if (this.attentive) this.tell(now);
  }

  private neutral(): void {
    this.keyboard.clear();
    this.touch.clear();
    this.waited = 0;
    Object.assign(this.controls, NEUTRAL);
    this.send({ ...this.controls });
    this.sent = "";
  }

  private merge({ steer, ahead, back, handbrake }: Demand, dt: number, speed: number): void {
    const { controls } = this;
    this.waited = back > 0.1 && ahead === 0 && speed < STANDING ? this.waited + dt : 0;
    if (ahead > 0) controls.gear = "auto";
    else if (this.waited > PATIENCE) controls.gear = "reverse";
    const reverse = controls.gear === "reverse";
    controls.steer = steer;
    controls.throttle = reverse ? back : ahead;
    controls.brake = reverse ? 0 : back;
    controls.handbrake = handbrake;
  }

  /** Changes at once, but at most 60 times a second; otherwise at least 10 times. */
  private tell(now: number): void {
    const words = JSON.stringify(this.controls), since = now - this.sentAt;
    if ((words === this.sent && since < 0.08) || since < 1 / 60 - 0.002) return;
    this.sent = words;
    this.sentAt = now;
    this.send({ ...this.controls });
  }
}
