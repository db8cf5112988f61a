/** Buttons of the running simulation, and what the server says of its state. */

import type { CommandName, Status } from "../protocol.ts";
import { iconButton, make, setIcon, setPressed } from "./dom.ts";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10];

export class LiveBar {
  readonly element = make("div", "jounce-group");
  /** Shown in the middle while nothing can be driven. */
  readonly banner = make("div", "jounce-banner", [], { role: "status" });
  state: Status["state"] = "stopped";
  private speed = 1;
  private recording = false;
  private words = "";
  private readonly pauseButton: HTMLButtonElement;
  private readonly recordButton: HTMLButtonElement;
  private readonly restoreButton: HTMLButtonElement;
  private readonly speedLabel = make("span", "jounce-label jounce-speed", ["× 1"]);
  private readonly chip = make("span", "jounce-chip", ["…"]);

  constructor(private readonly command: (name: CommandName, value?: number) => void, calibrate: () => void) {
    this.pauseButton = iconButton("pause", "Pause", "P", () => this.press("pause"));
    this.recordButton = iconButton("record", "Record", "L", () => this.press("record"));
    this.recordButton.classList.add("jounce-record");
    this.restoreButton = iconButton("restore", "Back to the snapshot", "J", () => command("restore"));
    this.restoreButton.disabled = true;
    this.element.append(
      this.chip, this.pauseButton, iconButton("step", "Single step", ".", () => command("step")), iconButton("reset", "Reset", "R", () => command("reset")),
      iconButton("slower", "Slower", "[", () => this.pace(-1)), this.speedLabel, iconButton("faster", "Faster", "]", () => this.pace(1)),
      this.recordButton, iconButton("snapshot", "Snapshot", "K", () => command("snapshot")), this.restoreButton,
      iconButton("pad", "Calibrate a steering wheel", "", calibrate),
    );
    this.banner.hidden = true;
  }

  press(name: "pause" | "record"): void {
    if (name === "pause") this.command(this.state === "paused" ? "resume" : "pause");
    else this.command(this.recording ? "stop-recording" : "record");
  }

  pace(by: number): void {
    let nearest = 0;
    SPEEDS.forEach((speed, k) => { if (Math.abs(Math.log(speed / this.speed)) < Math.abs(Math.log(SPEEDS[nearest] / this.speed))) nearest = k; });
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, nearest + by))]);
    this.command("speed", this.speed);
  }

  show(status: Status): void {
    this.state = status.state;
    this.recording = status.recording;
    this.setSpeed(status.speed);
    const paused = status.state === "paused";
    setIcon(this.pauseButton, paused ? "play" : "pause", paused ? "Resume" : "Pause", "P");
    setPressed(this.recordButton, status.recording);
    this.restoreButton.disabled = !status.snapshot;
    this.chip.textContent = status.deadman && status.state === "running" ? "dead-man brake" : status.state;
    this.chip.dataset.state = status.deadman ? "deadman" : status.state;
    const late = status.ticks > 0 ? (100 * status.late_ticks) / status.ticks : 0;
    this.chip.title = `${status.ticks} ticks, ${status.late_ticks} late (${late.toFixed(2)} %)${status.message ? `; ${status.message}` : ""}`;
    if (!this.words) this.tell(status.state === "building" || status.state === "stopped" ? status.message || status.state : "");
  }

  /** The server does not answer: say so instead of what it said last. */
  gone(): void {
    this.chip.textContent = "no server";
    this.chip.dataset.state = "stopped";
  }

  /** Say something about the connection; empty when it is there. */
  say(words: string): void {
    this.words = words;
    this.tell(words);
  }

  private tell(words: string): void {
    this.banner.hidden = !words;
    if (this.banner.textContent !== words) this.banner.textContent = words;
  }

  private setSpeed(speed: number): void {
    this.speed = speed;
    this.speedLabel.textContent = `× ${Number(speed.toPrecision(3))}`;
  }
}
