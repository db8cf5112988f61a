/** Gamepads of the standard layout, and steering wheels with pedals whose axes were calibrated. */

import type { Demand } from "./demand.ts";

const DEAD = 0.09;
/** Of a stick. */
const LOOSE = 0.02;
/** Of a steering wheel and of pedals. */
const STORE = "jounce-axes ";

/** An axis: its number, its value at rest, and fully to the left or pressed. */
export interface Axis { axis: number; rest: number; full: number }
export interface Axes { steer: Axis; throttle: Axis; brake: Axis }

export class Pads {
  readonly demand: Demand = { steer: 0, ahead: 0, back: 0, handbrake: 0 };
  /** Buttons that were pressed since the last update: reset, camera, pause. */
  readonly pressed = new Set<"reset" | "camera" | "pause">();
  used = false;
  onLost: () => void = () => {};
  private held = new Set<number>();
  private resting: number[] = [];

  constructor() {
    window.addEventListener("gamepaddisconnected", () => { if (this.used) { this.used = false; this.onLost(); } });
  }

  /** The first device that is there. */
  get device(): Gamepad | null {
    const pads = navigator.getGamepads ? navigator.getGamepads() : [];
    for (const pad of pads) if (pad?.connected) return pad;
    return null;
  }

  update(speed: number): void {
    const pad = this.device;
    this.pressed.clear();
    if (!pad) return;
    const stored = calibration(pad.id);
    const next = stored ? calibrated(pad, stored) : pad.mapping === "standard" ? standard(pad, speed) : guessed(pad, this.rest(pad));
    if (Math.abs(next.steer) + next.ahead + next.back + next.handbrake > 0.05) this.used = true;
    Object.assign(this.demand, next);
    this.buttons(pad);
  }

  private rest(pad: Gamepad): number[] {
    if (this.resting.length !== pad.axes.length) this.resting = [...pad.axes];
    return this.resting;
  }

  private buttons(pad: Gamepad): void {
    const now = new Set<number>();
    pad.buttons.forEach((button, k) => { if (button.pressed) now.add(k); });
    for (const [k, name] of [[3, "camera"], [8, "reset"], [9, "pause"]] as const) if (now.has(k) && !this.held.has(k)) this.pressed.add(name);
    this.held = now;
  }
}

function standard(pad: Gamepad, speed: number): Demand {
  const stick = beyond(-(pad.axes[0] ?? 0), DEAD), value = (k: number): number => pad.buttons[k]?.value ?? 0;
  // finer around the middle, and less far at speed
  const reach = Math.max(0.25, 1 / (1 + (Math.abs(speed) / 22) ** 1.5));
  return { steer: Math.sign(stick) * Math.abs(stick) ** 1.5 * reach, ahead: beyond(value(7), LOOSE), back: beyond(value(6), LOOSE), handbrake: value(0) };
}

/** Before calibration: the first axis steers, the next two that left their place of rest are pedals. */
function guessed(pad: Gamepad, rest: number[]): Demand {
  const moved = pad.axes.map((value, k) => ({ k, by: Math.abs(value - rest[k]) / 2 })).filter(({ k, by }) => k > 0 && by > 0.1);
  return { steer: beyond(-(pad.axes[0] ?? 0), DEAD), ahead: moved[0]?.by ?? 0, back: moved[1]?.by ?? 0, handbrake: pad.buttons[0]?.value ?? 0 };
}

function calibrated(pad: Gamepad, axes: Axes): Demand {
  const share = ({ axis, rest, full }: Axis): number => ((pad.axes[axis] ?? rest) - rest) / (full - rest);
  const pedal = (axis: Axis): number => beyond(Math.min(1, Math.max(0, share(axis))), LOOSE);
  return {
    steer: beyond(Math.min(1, Math.max(-1, share(axes.steer))), LOOSE), ahead: pedal(axes.throttle), back: pedal(axes.brake),
    handbrake: pad.buttons[0]?.value ?? 0,
  };
}

/** Zero inside a dead zone, and from there up to ±1. */
function beyond(value: number, dead: number): number {
  return Math.abs(value) <= dead ? 0 : (Math.sign(value) * (Math.abs(value) - dead)) / (1 - dead);
}

export function calibration(id: string): Axes | null {
  try {
    const words = localStorage.getItem(STORE + id);
    return words ? (JSON.parse(words) as Axes) : null;
  } catch {
    return null;
  }
}

export function keepCalibration(id: string, axes: Axes | null): void {
  try {
    if (axes) localStorage.setItem(STORE + id, JSON.stringify(axes)); else localStorage.removeItem(STORE + id);
  } catch {
    // a browser without storage: calibrated again the next time
  }
}
