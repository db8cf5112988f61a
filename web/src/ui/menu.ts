/** Choice of vehicle, ground, engine and parameters. */

import type { Choose, Hello, Named, Parameter } from "../protocol.ts";
import { icon, make } from "./dom.ts";

export class Menu {
  readonly element: HTMLElement;
  private readonly fields = make("div", "jounce-fields");
  private readonly button: HTMLButtonElement;
  private shown = "";

  constructor(private readonly choose: (choose: Choose) => void) {
    const attributes = { type: "button", "aria-expanded": "false", title: "Vehicle, ground, parameters" };
    this.button = make("button", "jounce-button jounce-menu-button", [icon("menu"), make("span", "", ["Setup"])], attributes);
    this.button.addEventListener("click", () => { this.open(Boolean(this.fields.hidden)); this.button.blur(); });
    this.fields.hidden = true;
    this.element = make("div", "jounce-menu", [this.button, this.fields]);
  }

  open(on: boolean): void {
    this.fields.hidden = !on;
    this.button.setAttribute("aria-expanded", String(on));
  }

  busy(on: boolean): void { this.fields.classList.toggle("jounce-busy", on); }

  /** Write the fields anew, but not under the hands of who is changing them. */
  show({ choices, chosen, version }: Hello): void {
    const key = JSON.stringify([choices, chosen]);
    if (key === this.shown) return;
    this.shown = key;
    this.fields.replaceChildren(
      this.list("Vehicle", choices.vehicles, chosen.vehicle, (vehicle) => this.choose({ vehicle })),
      this.list("Ground", choices.grounds, chosen.ground, (ground) => this.choose({ ground })),
      this.list("Engine", choices.engines, chosen.engine, (engine) => this.choose({ engine })),
      ...choices.parameters.map((one) => this.slider(one, chosen.parameters[one.name] ?? one.default)),
      make("p", "jounce-version", [`jounce ${version}`]),
    );
  }

  private list(label: string, names: Named[], chosen: string, pick: (name: string) => void): HTMLElement {
    const select = make("select", "", names.map(({ name }) => make("option", "", [name], { value: name })), { "aria-label": label });
    select.value = chosen;
    const about = make("small", "", [names.find(({ name }) => name === chosen)?.about ?? ""]);
    select.addEventListener("change", () => {
      about.textContent = names.find(({ name }) => name === select.value)?.about ?? "";
      pick(select.value);
      select.blur();
    });
    return make("label", "jounce-field", [make("span", "", [label]), select, about]);
  }

  private slider(one: Parameter, value: number): HTMLElement {
    const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(one.step) + 1e-9)));
    const words = (v: number): string => `${v.toFixed(digits)}${one.unit ? ` ${one.unit}` : ""}`;
    const limits = { min: String(one.low), max: String(one.high), step: String(one.step) };
    const input = make("input", "jounce-slider", [], { type: "range", ...limits, "aria-label": one.label });
    input.value = String(value);
    const reading = make("output", "", [words(value)]);
    const fill = (): void => input.style.setProperty("--share", `${(100 * (Number(input.value) - one.low)) / (one.high - one.low)}%`);
    input.addEventListener("input", () => { reading.textContent = words(Number(input.value)); fill(); });
    input.addEventListener("change", () => { this.choose({ parameters: { [one.name]: Number(input.value) } }); input.blur(); });
    fill();
    return make("label", "jounce-field", [make("span", "", [one.label, reading]), input]);
  }
}
