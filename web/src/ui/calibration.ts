/** Teach the page the axes of a steering wheel: one step after the other, the axis that moved most is the one. */

import { type Axes, type Axis, calibration, keepCalibration, type Pads } from "../input/gamepad.ts";
import { make } from "./dom.ts";

const STEPS: [keyof Axes, string][] = [
  ["steer", "Turn the wheel fully to the left, hold it, and press Next."],
  ["throttle", "Press the throttle fully, hold it, and press Next."],
  ["brake", "Press the brake fully, hold it, and press Next."],
];

export class Calibration {
  readonly element = make("div", "jounce-calibration", [], { role: "dialog", "aria-label": "calibration" });
  private rest: number[] = [];
  private found: Partial<Axes> = {};

  constructor(private readonly pads: Pads) { this.element.hidden = true; }

  toggle(): void {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden) this.begin();
  }

  private begin(): void {
    const pad = this.pads.device;
    this.found = {};
    if (!pad) {
      const words = "No gamepad or steering wheel is seen. Press one of its buttons, then try again.";
      return this.say(words, [["Again", () => this.begin()], ["Close", () => this.toggle()]]);
    }
    const actions: [string, () => void][] = [["Next", () => { this.rest = [...(this.pads.device?.axes ?? [])]; this.ask(0); }], ["Close", () => this.toggle()]];
    if (calibration(pad.id)) actions.splice(1, 0, ["Forget", () => { keepCalibration(pad.id, null); this.toggle(); }]);
    this.say(`${pad.id}: let go of everything, wheel in the middle, and press Next.`, actions);
  }

  private ask(step: number): void {
    this.say(STEPS[step][1], [["Next", () => this.take(step)], ["Close", () => this.toggle()]]);
  }

  private take(step: number): void {
    const pad = this.pads.device;
    if (!pad) return this.begin();
    const axis = mostMoved(pad.axes, this.rest, Object.values(this.found).map((one) => one.axis));
    if (!axis) return this.say("No axis moved. Hold it and try again.", [["Again", () => this.ask(step)], ["Close", () => this.toggle()]]);
    this.found[STEPS[step][0]] = axis;
    if (step + 1 < STEPS.length) return this.ask(step + 1);
    keepCalibration(pad.id, this.found as Axes);
    this.say("Done.", [["Close", () => this.toggle()]]);
  }

  private say(words: string, actions: [string, () => void][]): void {
    const buttons = actions.map(([label, act]) => {
      const button = make("button", "jounce-button", [label], { type: "button" });
      button.addEventListener("click", act);
      return button;
    });
    this.element.replaceChildren(make("p", "", [words]), make("div", "jounce-group", buttons));
  }
}

function mostMoved(now: readonly number[], rest: number[], taken: number[]): Axis | null {
  let best: Axis | null = null;
  now.forEach((full, axis) => {
    const by = Math.abs(full - (rest[axis] ?? 0));
    if (!taken.includes(axis) && by > 0.3 && (!best || by > Math.abs(best.full - best.rest))) best = { axis, rest: rest[axis] ?? 0, full };
  });
  return best;
}
