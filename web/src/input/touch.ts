/** Driving with fingers: a field that steers by where it is touched from side to side, and two pedals. */

import { make } from "../ui/dom.ts";
import type { Demand } from "./demand.ts";

const RETURN = 5;
/** The steering returns to the middle at this rate when it is let go [1/s]. */

export class Touch {
  readonly element = make("div", "jounce-touch");
  readonly demand: Demand = { steer: 0, ahead: 0, back: 0, handbrake: 0 };
  private readonly knob = make("i", "");
  private readonly wheel = make("div", "jounce-steer", [this.knob, make("span", "", ["steer"])], { role: "slider", "aria-label": "steering" });
  private held = false;
  private asked = 0;

  constructor() {
    const throttle = this.pedal("throttle", "ahead"), brake = this.pedal("brake", "back");
    this.element.append(this.wheel, make("div", "jounce-pedals", [brake, throttle]));
    this.element.hidden = !matchMedia("(pointer: coarse)").matches;
    // a screen that is touched though nobody said that it can be
    window.addEventListener("pointerdown", (event) => { if (event.pointerType === "touch") this.element.hidden = false; });
    this.follow(this.wheel, (x) => { this.held = true; this.asked = 1 - 2 * x; }, () => { this.held = false; this.asked = 0; });
  }

  get active(): boolean { return !this.element.hidden && (this.held || this.demand.steer !== 0 || this.demand.ahead > 0 || this.demand.back > 0); }

  /** dt [s], speed [m/s]. At speed the whole way of the finger turns the wheel less far. */
  update(dt: number, speed: number): void {
    const { demand } = this, reach = Math.max(0.2, 1 / (1 + (Math.abs(speed) / 20) ** 1.5));
    const wanted = Math.sign(this.asked) * Math.abs(this.asked) ** 1.4 * reach, most = RETURN * dt;
    demand.steer = this.held ? wanted : demand.steer - Math.max(-most, Math.min(most, demand.steer));
    this.knob.style.left = `${50 - 50 * (this.held ? this.asked : demand.steer / reach)}%`;
  }

  clear(): void {
    this.held = false;
    Object.assign(this.demand, { steer: 0, ahead: 0, back: 0, handbrake: 0 });
    for (const fill of this.element.querySelectorAll<HTMLElement>(".jounce-pedal i")) fill.style.height = "0";
  }

  private pedal(name: string, way: "ahead" | "back"): HTMLElement {
    const fill = make("i", ""), pedal = make("div", `jounce-pedal jounce-${name}`, [fill, make("span", "", [name])], { role: "slider", "aria-label": name });
    const press = (share: number): void => { this.demand[way] = share; fill.style.height = `${100 * share}%`; };
    // the lowest tenth is enough to touch it, the upper fifth is all of it
    this.follow(pedal, (_x, y) => press(Math.min(1, Math.max(0.05, (1 - y) / 0.8))), () => press(0));
    return pedal;
  }

  /** Tell where a finger is on an element, as shares of its width and height, and when it leaves. */
  private follow(element: HTMLElement, at: (x: number, y: number) => void, end: () => void): void {
    const share = (event: PointerEvent): void => {
      const box = element.getBoundingClientRect(), inside = (value: number): number => Math.min(1, Math.max(0, value));
      at(inside((event.clientX - box.left) / box.width), inside((event.clientY - box.top) / box.height));
    };
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      // a pointer that a script made cannot be captured
      try { element.setPointerCapture(event.pointerId); } catch { /* it stays on the element */ }
      share(event);
    });
    element.addEventListener("pointermove", (event) => { if (event.buttons || event.pointerType === "touch") share(event); });
    for (const name of ["pointerup", "pointercancel"] as const) element.addEventListener(name, end);
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}
