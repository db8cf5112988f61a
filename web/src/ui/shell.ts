/** What live and replay share on the screen: view, cluster, charts, help, messages, and the keys of the view. */

import { CAMERAS } from "../cameras.ts";
import { Sound } from "../sound.ts";
import type { Scene } from "../protocol.ts";
import { type Options, View } from "../view.ts";
import { Charts } from "./charts.ts";
import { iconButton, make, setPressed } from "./dom.ts";
import { Gauges } from "./gauges.ts";
import { Help } from "./help.ts";
import { Legend } from "./legend.ts";
import { LapTimer } from "../laps.ts";
import { LapBoard } from "./lapboard.ts";
import { Toasts } from "./toast.ts";

export class Shell {
  readonly root: HTMLElement;
  readonly view: View;
  readonly gauges = new Gauges();
  readonly charts = new Charts();
  readonly toasts = new Toasts();
  readonly help: Help;
  /** Times the laps of a scene with a course, else null. */
  laps: LapTimer | null = null;
  readonly board = new LapBoard();
  readonly sound = new Sound();
  private readonly soundButton = iconButton("sound", "Sound", "N", () => this.toggleSound());
  private readonly legend = new Legend();
  readonly title = make("div", "jounce-title");
  readonly bar = make("div", "jounce-toolbar", [], { role: "toolbar", "aria-label": "controls" });
  private readonly viewButtons = make("div", "jounce-group");
  private readonly cameraLabel = make("span", "jounce-label", ["chase"]);
  private readonly toggles = new Map<keyof Options, HTMLButtonElement>();
  private readonly chartButton: HTMLButtonElement;
  private readonly panel: HTMLElement;

  constructor(element: HTMLElement, mode: "live" | "replay", embedded: boolean) {
    this.root = make("div", `jounce-root jounce-${mode}${embedded ? " jounce-embedded" : ""}`);
    element.replaceChildren(this.root);
    this.help = new Help(mode);
    this.view = new View(this.root);
    this.view.onCamera = (label) => { this.cameraLabel.textContent = label; };
    this.view.onMeaning = (meaning) => this.legend.show(meaning);
    this.panel = make("aside", "jounce-panel", [this.charts.element], { "aria-label": "charts" });
    this.chartButton = iconButton("charts", "Charts", "G", () => this.toggleCharts());
    this.viewButtons.append(
      iconButton("camera", "Next camera", "C", () => this.view.cameras?.cycle()), this.cameraLabel,
      iconButton("glass", "Body: half transparent, clear, solid", "V", () => this.view.nextBody()), this.option("arrows", "arrows", "Force arrows", "F"),
      this.option("tracks", "tracks", "Wheel tracks", "T"), this.option("friction", "friction", "Friction colours", "M"), this.chartButton, this.soundButton,
      iconButton("help", "Keys", "H", () => this.help.toggle()),
    );
    setPressed(this.soundButton, false);
    this.bar.append(this.viewButtons);
    this.root.append(this.title, this.board.element, this.bar, this.panel, make("div", "jounce-cluster", [this.legend.element, this.gauges.element]), this.toasts.element, this.help.element);
    if (embedded || this.root.clientWidth < 760 || this.root.clientHeight < 480) this.panel.hidden = true;
    this.cover();
  }

  setScene(scene: Scene, capacity?: number, samples?: number): void {
    this.view.setScene(scene, capacity);
    this.charts.setScene(scene, this.view.layout, samples);
    this.gauges.clear();
    const { course } = scene;
    this.laps = course?.gates.length ? new LapTimer(course.gates, course) : null;
    this.title.textContent = scene.title;
    this.title.title = scene.title;
  }

  toggleSound(): void { setPressed(this.soundButton, this.sound.toggle()); }

  /** Let the car be heard as the last block has it; a car that stands still in time is silent. */
  hear(running: boolean): void {
    const { layout, block, sliding, scene } = this.view;
    if (!this.sound.on || !block) return;
    const speed = layout.gauge(block, "chassis.speed") ?? 0, radius = scene?.wheels[0]?.radius ?? 0.3;
    if (!running) return this.sound.update(0, 0, 0, 0);
    this.sound.update(layout.gauge(block, "engine.speed") ?? (6 * speed) / radius, layout.gauge(block, "controls.throttle") ?? 0, sliding?.most ?? 0, speed);
  }

  /** Time a lap with a block. */
  timeLap(block: Float32Array): void {
    const { laps } = this, { layout, scene } = this.view;
    if (!laps || !scene) return;
    const at = layout.poseAt(scene.focus);
    laps.add(block[0], block[at] + scene.origin[0], block[at + 1] + scene.origin[1]);
  }

  toggleCharts(): void {
    this.panel.hidden = !this.panel.hidden;
    this.cover();
  }

  private cover(): void {
    setPressed(this.chartButton, !this.panel.hidden);
    this.view.stage.covered = this.panel.hidden ? 0 : this.panel.offsetWidth;
    this.view.stage.resize();
    this.view.dirty = true;
  }

  /** Keys of the view; true if the key was one. */
  key(event: KeyboardEvent): boolean {
    const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code);
    if (digit) this.view.cameras?.choose(CAMERAS[Number(digit[1]) - 1]);
    else if (event.code === "KeyC") this.view.cameras?.cycle();
    else if (event.code === "KeyV") this.view.nextBody();
    else if (event.code === "KeyF") this.flip("arrows");
    else if (event.code === "KeyT") this.flip("tracks");
    else if (event.code === "KeyM") this.flip("friction");
    else if (event.code === "KeyG") this.toggleCharts();
    else if (event.code === "KeyN") this.toggleSound();
    else if (event.code === "KeyH" || event.key === "?") this.help.toggle();
    else if (event.code === "Escape") this.help.close();
    else return false;
    return true;
  }

  /** A further on/off button of the view. */
  option(name: keyof Options, picture: string, label: string, key: string): HTMLButtonElement {
    const button = iconButton(picture, label, key, () => this.flip(name));
    setPressed(button, this.view.options[name]);
    this.toggles.set(name, button);
    return button;
  }

  private flip(name: keyof Options): void {
    const on = this.view.toggle(name), button = this.toggles.get(name);
    if (button) setPressed(button, on);
  }
}

/** True if a key belongs to a field of a form, or to the browser. */
export function typing(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}
