/** A run that is already known: timeline, play, pause, speed, loop. */

import { Recording } from "./ghost.ts";
import type { Mode, Motion, Scene, Terrain, Way } from "./protocol.ts";
import type { Probe } from "./probe.ts";
import { probeOf } from "./probe.ts";
import { iconButton, make, setIcon, setPressed } from "./ui/dom.ts";
import { Shell, typing } from "./ui/shell.ts";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const CLOSER = -800;
/** How far the mouse wheel would be turned to see an axle instead of a car. */
const SWEEP = 4;
/** Time in which a linkage plays from end to end [s]. */
const SAMPLES = 4000;
/** Of a chart's line, at most. */

export class Replay {
  private readonly shell: Shell;
  private run: Recording;
  /** The sweeps of a linkage, of which one is shown; empty of a run over time. */
  private readonly sweeps: Recording[];
  private readonly ways: Way[];
  private way = 0;
  private time: number;
  private playing = false;
  private looping = false;
  private speed = 1;
  private before = 0;
  private instruments = 0;
  private over = false;
  private visible = true;
  /** Told when time moves here: by the slider, by keys, by playing. */
  onTime: (time: number) => void = () => {};
  private readonly slider: HTMLInputElement;
  private readonly clock = make("output", "jounce-clock");
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly speedLabel = make("span", "jounce-label jounce-speed", ["× 1"]);

  constructor(element: HTMLElement, mode: Mode, terrain: Terrain | null, motions: Motion[]) {
    const scene = mode.scene as Scene, embedded = mode.embedded ?? false;
    this.shell = new Shell(element, "replay", embedded);
    this.ways = mode.ways ?? [];
    this.sweeps = this.ways.length ? motions.map((motion) => new Recording(motion)) : [];
    this.run = this.sweeps[0] ?? new Recording(motions.find((m) => m.role === "run") ?? motions[0]);
    this.time = this.sweeps.length ? 0 : this.run.start;
    this.shell.root.classList.toggle("jounce-linkage", this.sweeps.length > 0);
    const { view } = this.shell;
    this.shell.setScene(scene, Math.min(60000, 4 + scene.wheels.length * this.run.samples), SAMPLES);
    if (mode.title) this.shell.title.textContent = mode.title;
    if (terrain) view.setTerrain(terrain);
    const ghosts = this.sweeps.length ? [] : motions.filter((m) => m !== this.run.motion);
    ghosts.forEach((motion) => view.addGhost(motion));
    if (!this.sweeps.length && !mode.still) this.fill();
    else if (view.cameras && !mode.still) {
      view.cameras.choose("orbit");
      view.cameras.wheel(CLOSER);
    }

    this.slider = make("input", "jounce-slider", [], {
      type: "range", min: String(this.run.start), max: String(this.run.end), step: "any", value: String(this.time), "aria-label": this.ways[0]?.label ?? "time",
    });
    this.slider.addEventListener("input", () => this.move(Number(this.slider.value)));
    this.playButton = iconButton("play", "Play", "space", () => this.toggle());
    this.loopButton = iconButton("loop", "Loop", "O", () => this.loop());
    setPressed(this.loopButton, false);
    const timeline = make("div", "jounce-timeline", [
      this.playButton, iconButton("back", "One sample back", ",", () => this.step(-1)), iconButton("step", "One sample ahead", ".", () => this.step(1)),
      this.slider, this.clock,
      iconButton("slower", "Slower", "[", () => this.pace(-1)), this.speedLabel, iconButton("faster", "Faster", "]", () => this.pace(1)), this.loopButton,
    ]);
    this.shell.root.append(timeline);
    this.shell.board.show(this.shell.laps?.laps.length ? this.shell.laps : null);
    if (ghosts.length) this.shell.bar.querySelector(".jounce-group")?.prepend(this.shell.option("ghosts", "ghost", "Ghosts", ""));
    if (mode.still) {
      this.shell.root.classList.add("jounce-still");
      view.cameras?.choose("corner");
      view.setBody("clear");
    }
    this.keys(embedded);
    new IntersectionObserver(([entry]) => { this.visible = entry.isIntersecting; }).observe(this.shell.root);
    view.stage.still(true);
    this.seek(this.time);
    requestAnimationFrame((now) => this.frame(now));
  }

  probe(): Probe {
    return { ...probeOf(this.shell, "replay"), connected: false, playing: this.playing, replayTime: this.time };
  }

  /** Tracks and charts of the whole run. */
  private fill(): void {
    const { view, charts } = this.shell, stride = Math.max(1, Math.ceil(this.run.samples / SAMPLES));
    for (let k = 0; k < this.run.samples; k++) {
      const block = this.run.block(k);
      view.tracks?.add(block, view.floor);
      this.shell.timeLap(block);
      if (k % stride === 0 || k === this.run.samples - 1) charts.add(block);
    }
  }

  /** Show an instant, and tell it. */
  private move(time: number): void {
    this.seek(time);
    this.onTime(this.time);
  }

  /** Show an instant; those who move the replay from outside are not told what they know. */
  seek(time: number): void {
    this.time = Math.min(this.run.end, Math.max(this.run.start, time));
    const { view } = this.shell, block = this.run.blockAt(this.time);
    if (this.time > this.run.start && !this.sweeps.length) view.cameras?.follow(!this.playing);
    view.show(block);
    view.tracks?.until(this.time);
    if (document.activeElement !== this.slider || this.playing) this.slider.value = String(this.time);
    this.slider.style.setProperty("--share", `${(100 * (this.time - this.run.start)) / Math.max(this.run.end - this.run.start, 1e-9)}%`);
    const way = this.ways[this.way];
    this.clock.textContent = way ? `${way.label} ${Math.round(way.scale * this.time) || 0} ${way.unit}`.replace("-", "−") : `${this.time.toFixed(2)} / ${this.run.end.toFixed(2)} s`;
  }

  /** Show another sweep of a linkage, at its design position. */
  choose(way: number): void {
    if (!this.sweeps[way]) return;
    this.toggle(false);
    this.way = way;
    this.run = this.sweeps[way];
    this.slider.min = String(this.run.start);
    this.slider.max = String(this.run.end);
    this.slider.setAttribute("aria-label", this.ways[way].label);
    this.move(0);
  }

  private toggle(on = !this.playing): void {
    if (on && this.time >= this.run.end) this.seek(this.run.start);
    this.playing = on;
    this.shell.view.stage.still(!on);
    this.shell.view.dirty = true;
    this.before = 0;
    setIcon(this.playButton, on ? "pause" : "play", on ? "Pause" : "Play", "space");
  }

  private step(by: number): void {
    this.toggle(false);
    const k = this.run.index(this.time);
    this.move(this.run.time(Math.min(this.run.samples - 1, Math.max(0, by < 0 && this.time > this.run.time(k) ? k : k + by))));
  }

  private pace(by: number): void {
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(this.speed) + by))];
    this.speedLabel.textContent = `× ${this.speed}`;
  }

  private loop(): void { this.looping = !this.looping; setPressed(this.loopButton, this.looping); }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    if (!this.visible) { this.before = 0; return; }
    const dt = this.before ? Math.min(0.25, (now - this.before) / 1000) : 0.016;
    const { view, gauges, charts } = this.shell;
    if (this.playing) {
      view.stage.paced(now);
      const rate = this.sweeps.length ? (this.run.end - this.run.start) / SWEEP : 1;
      this.move(this.time + dt * this.speed * rate);
      if (this.time >= this.run.end) { if (this.looping) this.move(this.run.start); else this.toggle(false); }
    }
    this.before = now;
    if (!view.dirty || !view.block) return;
    const pending = view.draw(dt, this.playing);
    if (pending) view.dirty = true;
    if (this.playing && now - this.instruments < 45) return;
    this.instruments = now;
    const { layout, block } = view, input = (name: string): number | undefined => layout.gauge(block, name);
    const gear = input("gearbox.gear");
    this.shell.hear(this.playing);
    gauges.draw(layout, block, {
      steer: input("controls.steer"), wheel: input("steering_wheel.angle"), throttle: input("controls.throttle"), brake: input("controls.brake"),
      gear: gear === undefined ? "" : gearName(gear),
    });
    charts.drawRun(this.run.start, this.run.end, this.time);
  }

  private keys(embedded: boolean): void {
    this.shell.root.addEventListener("pointerenter", () => { this.over = true; });
    this.shell.root.addEventListener("pointerleave", () => { this.over = false; });
    window.addEventListener("keydown", (event) => {
      if (embedded && !this.over && !this.shell.root.contains(document.activeElement)) return;
      if (typing(event) && event.target !== this.slider) return;
      if (this.key(event)) event.preventDefault();
    });
  }

  private key(event: KeyboardEvent): boolean {
    switch (event.code) {
      case "Space": this.toggle(); return true;
      case "ArrowLeft": this.move(this.time - 1); return true;
      case "ArrowRight": this.move(this.time + 1); return true;
      case "Comma": this.step(-1); return true;
      case "Period": this.step(1); return true;
      case "BracketLeft": this.pace(-1); return true;
      case "BracketRight": this.pace(1); return true;
      case "KeyO": this.loop(); return true;
      case "Home": this.move(this.run.start); return true;
      default: return this.shell.key(event);
    }
  }
}

export function gearName(gear: number): string { return gear < 0 ? "R" : gear === 0 ? "N" : String(Math.round(gear)); }
