/** Driving: frames from the server are drawn as they come, controls go back. */

import { Connection, type Listener } from "./connection.ts";
import { Driver } from "./input/controls.ts";
import type { Probe } from "./probe.ts";
import { probeOf } from "./probe.ts";
import { type Message, MOTION, motionOf, type Scene, type Status, TERRAIN, terrainOf } from "./protocol.ts";
import { gearName } from "./replay.ts";
import { Calibration } from "./ui/calibration.ts";
import { LiveBar } from "./ui/livebar.ts";
import { Menu } from "./ui/menu.ts";
import { Shell, typing } from "./ui/shell.ts";

const TICK = 16;
/** Time between two looks at keys and gamepad [ms]; a timer, because pictures may come slower. */
const AWAKE = 800;
/** Pictures go on for this time after the last change, until the camera has come to rest [ms]. */

const MOVING = 1;
/** From this speed on the camera follows the car [m/s]. */

export class Live implements Listener {
  private readonly shell: Shell;
  private readonly connection: Connection;
  private readonly driver: Driver;
  private readonly menu: Menu;
  private readonly bar: LiveBar;
  private readonly calibration: Calibration;
  private before = 0;
  private ticked = performance.now();
  private instruments = 0;
  private fresh = true;
  private awake = 0;
  private session = "";
  private shown = "";

  constructor(element: HTMLElement) {
    this.shell = new Shell(element, "live", false);
    this.menu = new Menu((choose) => this.connection.choose(choose));
    this.driver = new Driver((controls) => this.connection.controls(controls));
    this.calibration = new Calibration(this.driver.pads);
    this.bar = new LiveBar((name, value) => this.command(name, value), () => this.calibration.toggle());
    this.shell.bar.prepend(this.bar.element);
    this.shell.root.append(this.driver.touch.element, this.menu.element, this.bar.banner, this.calibration.element);
    this.keys();
    this.connection = new Connection(this);
    setInterval(() => this.tick(), TICK);
    requestAnimationFrame((now) => this.frame(now));
  }

  connected(): void {
    this.shell.root.classList.remove("jounce-gone");
    this.bar.say("");
  }

  lost(why: "line" | "refused" | "gone"): void {
    this.shell.root.classList.add("jounce-gone");
    this.bar.gone();
    this.bar.say({
      line: "The connection is lost; trying again …",
      refused: "This address is not complete: use the one that `jounce drive` printed.",
      gone: "jounce drive has ended. Start it again in a terminal: it takes the same address, and this page comes back by itself.",
    }[why]);
  }

  text(message: Message): void {
    switch (message.kind) {
      case "hello":
        this.session = message.session ?? "";
        this.menu.show(message);
        break;
      case "scene": this.scene(message); break;
      case "status": this.status(message); break;
      case "saved": this.shell.toasts.show(message.message); break;
      case "error": this.shell.toasts.show(message.message, "error"); break;
    }
  }

  /** Show a scene; after a reconnection to the same one everything stays, but for ghosts, which come again. */
  private scene(scene: Scene): void {
    const key = `${this.session} ${scene.number}`;
    if (key === this.shown) return this.shell.view.clearGhosts();
    this.shown = key;
    this.shell.setScene(scene);
    this.fresh = true;
    document.title = scene.title;
  }

  container(part: { kind: number; head: Record<string, unknown>; payload: Float32Array }): void {
    if (part.kind === TERRAIN) this.shell.view.setTerrain(terrainOf(part));
    if (part.kind === MOTION) this.shell.view.addGhost(motionOf(part));
  }

  probe(): Probe {
    const { connected, frames } = this.connection;
    return { ...probeOf(this.shell, "live"), connected, frames, controls: { ...this.driver.controls }, playing: this.bar.state === "running" };
  }

  private status(status: Status): void {
    this.bar.show(status);
    this.shell.view.stage.still(status.state === "paused");
    this.menu.busy(status.state === "building");
  }

  private command(name: Parameters<Connection["command"]>[0], value?: number): void {
    this.connection.command(name, value);
    if (name === "reset" || name === "restore") { this.shell.view.tracks?.clear(); this.shell.charts.clear(); }
  }

  private tick(): void {
    const now = performance.now(), { view } = this.shell;
    const speed = view.block ? (view.layout.gauge(view.block, "chassis.speed") ?? 0) : 0;
    this.driver.update(now / 1000, Math.min(0.1, (now - this.ticked) / 1000), speed);
    this.ticked = now;
    const { pressed } = this.driver.pads;
    if (Math.abs(speed) > MOVING) view.cameras?.follow(false);
    if (pressed.has("camera")) view.cameras?.cycle();
    if (pressed.has("reset")) this.command("reset");
    if (pressed.has("pause")) this.bar.press("pause");
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    const dt = this.before ? Math.min(0.25, (now - this.before) / 1000) : 0.016;
    this.before = now;
    const { view, gauges, charts } = this.shell, blocks = view.scene ? this.connection.take(view.scene.number) : [];
    view.stage.paced(now);
    for (const block of blocks) { view.leaveTracks(block); charts.add(block); this.shell.timeLap(block); }
    if (blocks.length) { view.show(blocks[blocks.length - 1]); this.fresh = false; }
    if (blocks.length || view.dirty) this.awake = now + AWAKE;
    if (now > this.awake) return;
    if (view.draw(dt, blocks.length > 0)) this.awake = now + AWAKE;
    if (!view.block || this.fresh) return;
    if (now - this.instruments < 45) return;
    this.instruments = now;
    const { controls } = this.driver, gear = view.layout.gauge(view.block, "gearbox.gear");
    gauges.draw(view.layout, view.block, { ...controls, gear: gear === undefined ? (controls.gear === "reverse" ? "R" : "D") : gearName(gear) });
    charts.drawLive();
    this.shell.board.show(this.shell.laps);
    this.shell.hear(this.bar.state === "running");
  }

  private keys(): void {
    window.addEventListener("keydown", (event) => {
      if (typing(event)) return;
      if (this.driver.keyboard.press(event.code)) return event.preventDefault();
      if (event.repeat && !["BracketLeft", "BracketRight", "Period"].includes(event.code)) return;
      if (this.key(event)) event.preventDefault();
    });
    window.addEventListener("keyup", (event) => this.driver.keyboard.release(event.code));
  }

  private key(event: KeyboardEvent): boolean {
    switch (event.code) {
      case "KeyR": this.command("reset"); return true;
      case "KeyP": this.bar.press("pause"); return true;
      case "Period": this.command("step"); return true;
      case "BracketLeft": this.bar.pace(-1); return true;
      case "BracketRight": this.bar.pace(1); return true;
      case "KeyL": this.bar.press("record"); return true;
      case "KeyK": this.command("snapshot"); return true;
      case "KeyJ": this.command("restore"); return true;
      default: return this.shell.key(event);
    }
  }
}
