/** The page of `jounce design`: linkage, hardpoints, curves with targets, and numbers, joined by one socket. */

import "./design.css";
import { make } from "../ui/dom.ts";
import type { Triple } from "../protocol.ts";
import { Chart } from "./chart.ts";
import { type Axis, LinkageView } from "./linkage.ts";
import { type Car, type Curves, type Opened, type Pair, Socket, type State, type Told } from "./messages.ts";
import { PointTable } from "./table.ts";

export interface DesignProbe {
  mode: "design"; connected: boolean; axle: string; pictures: number; places: Record<string, Triple>; curves: Record<string, (number | null)[]>; full: boolean;
  error: number; latencies: number[]; drawings: number[]; message: string; undo: boolean; redo: boolean; changed: boolean; busy: boolean;
  point(path: string): [number, number] | null; pixel(curve: string, x: number, y: number): Pair | null;
}

export class Design {
  private readonly view: LinkageView;
  private readonly table = new PointTable((path, at) => this.move(path, at, true), (path) => this.pick(path));
  private readonly charts = new Map<string, Chart>();
  private readonly grid = make("div", "design-charts");
  private readonly numbers = make("table", "design-numbers");
  private readonly status = make("span", "design-status", [], { role: "status" });
  private readonly latency = make("span", "design-latency");
  private readonly tabs = make("div", "design-tabs", [], { role: "tablist", "aria-label": "axle" });
  private readonly notes = make("p", "design-notes");
  private readonly title = make("strong", "");
  private readonly buttons: Record<string, HTMLButtonElement> = {};
  private readonly socket: Socket;
  private readonly opened = new Map<string, Opened>();
  private car: Car | null = null;
  private state: State | null = null;
  private axle = "";
  private latest: Curves | null = null;
  private number = 0;
  private sent = new Map<number, number>();
  private latencies: number[] = [];
  private drawings: number[] = [];
  private waiting: { path: string; at: Triple } | null = null;
  private answered = true;
  private message = "";
  private busy = false;

  constructor(element: HTMLElement) {
    const scene = make("div", "design-scene");
    this.view = new LinkageView(scene);
    this.view.onMove = (path, at, done) => this.drag(path, at, done);
    this.view.onChoose = (path) => this.table.mark(path);
    const views = ["corner", "front", "side", "top"].map((name) => this.button(name, name, () => this.view.look(name), "Look at it from here"));
    const axes = (["free", "x", "y", "z"] as const).map((name) => this.button(`along ${name}`, name, () => this.along(name), name === "free" ? "Drag in the plane of the screen" : `Drag along ${name} only`));
    scene.append(make("p", "design-key", ["red line: kingpin; dashed: from the contact point to the instant centre; blue ball: roll centre"]));
    scene.append(make("div", "design-views", [...views, make("i", "", []), ...axes]));
    const bar = make("header", "design-bar", [
      this.title, this.tabs,
      make("span", "design-group", [this.button("undo", "Undo", () => this.socket.send({ kind: "undo" }), "Ctrl+Z"), this.button("redo", "Redo", () => this.socket.send({ kind: "redo" }), "Ctrl+Y")]),
      make("span", "design-group", [this.button("pull", "Pull to targets", () => this.pull(), "Move marked coordinates so that curves meet their targets"), this.table.boundField]),
      this.button("save", "Save", () => this.socket.send({ kind: "save" }), "Ctrl+S"), this.latency, this.status,
    ]);
    const legend = make("p", "design-legend", ["Click a chart to set points of a target, drag them, double-click to remove. ", make("i", "now"), " now ", make("i", "first"), " as opened ", make("i", "aimed"), " target"]);
    const left = make("section", "design-left", [scene, make("div", "design-scroll", [this.table.element])]);
    const right = make("section", "design-right", [legend, this.notes, this.grid, this.numbers]);
    element.replaceChildren(make("div", "design-root", [bar, left, right]));
    this.along("free");
    this.keys();
    this.socket = new Socket((message) => this.told(message), (words) => this.say(words, words ? "error" : ""));
  }

  probe(): DesignProbe {
    return {
      mode: "design", connected: this.socket.connected, axle: this.axle, pictures: this.view.drawn, places: this.state?.places ?? {},
      curves: Object.fromEntries([...this.charts].map(([name, chart]) => [name, chart.values])), full: this.latest?.full ?? false,
      error: this.latest?.error ?? NaN, latencies: this.latencies, drawings: this.drawings, message: this.message, undo: this.state?.undo ?? false, redo: this.state?.redo ?? false,
      changed: this.state?.changed ?? false, busy: this.busy,
      point: (path) => this.view.pixel(path), pixel: (curve, x, y) => this.charts.get(curve)?.pixel(x, y) ?? null,
    };
  }

  private told(message: Told): void {
    switch (message.kind) {
      case "car": this.open(message); break;
      case "state": this.show(message); break;
      case "opened":
        this.opened.set(message.axle, message);
        if (message.axle === this.axle) for (const chart of this.charts.values()) this.recall(chart);
        break;
      case "curves": this.curves(message); break;
      case "refused":
        this.reply(message.number);
        if (message.axle === this.axle) { this.say(`${message.message}. The last good curves stay.`, "refused"); for (const chart of this.charts.values()) chart.outdated(); }
        break;
      case "pulling": this.say(`pulling, ${message.message}`, ""); this.view.setPoints(this.points, { ...this.state?.places, ...message.places }); break;
      case "pulled": this.work(false); this.say(message.message, "good"); break;
      case "saved": this.say(message.message, "good"); break;
      case "error": this.work(false); this.say(message.message, "error"); break;
    }
  }

  private open(car: Car): void {
    this.car = car;
    this.title.textContent = car.name;
    this.title.title = `saved as ${car.file}`;
    document.title = `${car.name} · jounce design`;
    this.tabs.replaceChildren(...car.axles.map((axle) => {
      const tab = make("button", "", [axle], { type: "button", role: "tab" });
      tab.addEventListener("click", () => this.turn(axle));
      return tab;
    }));
    if (!this.axle) this.turn(car.axles[0]);
  }

  private turn(axle: string): void {
    this.axle = axle;
    this.latest = null;
    [...this.tabs.children].forEach((tab, i) => tab.setAttribute("aria-selected", String(this.car?.axles[i] === axle)));
    this.charts.clear();
    this.grid.replaceChildren();
    this.table.setPoints(this.points, axle);
    if (this.state) this.show(this.state);
    this.socket?.send({ kind: "axle", axle });
  }

  private get points() { return (this.car?.points ?? []).filter((point) => point.axle === this.axle); }

  private show(state: State): void {
    this.state = state;
    this.table.show(state.places);
    this.view.setPoints(this.points, state.places);
    for (const chart of this.charts.values()) chart.target(state.targets.find((one) => one.axle === this.axle && one.curve === chart.kind.name)?.points ?? []);
    this.buttons.undo.disabled = !state.undo || this.busy;
    this.buttons.redo.disabled = !state.redo || this.busy;
    this.buttons.save.disabled = !state.changed || this.busy;
  }

  private curves(curves: Curves): void {
    const came = performance.now(), sent = this.sent.get(curves.number);
    this.reply(curves.number);
    if (curves.axle !== this.axle || !this.car) return;
    this.latest = curves;
    this.view.show(curves);
    for (const kind of this.car.curves) {
      const y = curves.y[kind.name], chart = this.charts.get(kind.name);
      if (y) (chart ?? this.chart(kind.name)).show(curves.x[kind.sweep], y);
      else chart?.outdated();
    }
    this.numbers.replaceChildren(...curves.numbers.map(([label, unit, value]) => make("tr", "", [make("th", "", [label]), make("td", "", [value]), make("td", "", [unit])])));
    this.notes.textContent = curves.notes.join("; ");
    if (!this.busy && this.status.dataset.tone === "refused") this.say("", "");
    if (sent !== undefined) this.measured(sent, came, curves.milliseconds);
  }

  /** Show how long a move took until its curves stand on the page, and how much of it was computing and drawing. */
  private measured(sent: number, came: number, computing: number): void {
    const now = performance.now(), whole = now - sent, drawing = now - came;
    this.latencies = [...this.latencies, whole].slice(-200);
    this.drawings = [...this.drawings, drawing].slice(-200);
    this.latency.textContent = `move → curve ${whole.toFixed(0)} ms`;
    this.latency.title = `${computing.toFixed(0)} ms to compute, ${drawing.toFixed(0)} ms to draw`;
  }

  private chart(name: string): Chart {
    const kinds = this.car!.curves, kind = kinds.find((one) => one.name === name)!;
    const chart = new Chart(kind, this.car!.across[kind.sweep], (points) => this.socket.send({ kind: "target", axle: this.axle, curve: name, points }));
    this.charts.set(name, chart);
    chart.target(this.state?.targets.find((one) => one.axle === this.axle && one.curve === name)?.points ?? []);
    this.recall(chart);
    const order = kinds.map((one) => one.name);
    this.grid.replaceChildren(...[...this.charts.values()].sort((a, b) => order.indexOf(a.kind.name) - order.indexOf(b.kind.name)).map((one) => one.element));
    return chart;
  }

  private recall(chart: Chart): void {
    const opened = this.opened.get(this.axle), y = opened?.y[chart.kind.name];
    if (opened && y) chart.opened(opened.x[chart.kind.sweep], y);
  }

  /** Moves while a point is held: one at a time is under way, and the newest waits. */
  private drag(path: string, at: Triple, done: boolean): void {
    if (done) { this.waiting = null; this.move(path, at, true); }
    else if (this.answered) this.move(path, at, false);
    else this.waiting = { path, at };
  }

  private move(path: string, at: Triple, done: boolean): void {
    this.number++;
    this.sent.set(this.number, performance.now());
    this.answered = false;
    this.socket.send({ kind: "move", places: { [path]: at }, done, number: this.number });
  }

  /** The answer to a move came: the next that waits is sent. */
  private reply(number: number): void {
    for (const old of [...this.sent.keys()]) if (old <= number) this.sent.delete(old);
    if (number >= this.number) this.answered = true;
    if (this.answered && this.waiting) { const { path, at } = this.waiting; this.waiting = null; this.move(path, at, false); }
  }

  private pull(): void {
    if (this.busy) return this.socket.send({ kind: "stop" });
    this.socket.send({ kind: "optimise", free: this.table.free });
    this.work(true);
    this.say("pulling …", "");
  }

  private work(on: boolean): void {
    this.busy = on;
    this.buttons.pull.textContent = on ? "Stop" : "Pull to targets";
    if (this.state) this.show(this.state);
  }

  private pick(path: string): void { this.view.choose(path); this.table.mark(path); }

  private along(name: "free" | "x" | "y" | "z"): void {
    this.view.axis = (name === "free" ? null : name) as Axis;
    for (const one of ["free", "x", "y", "z"]) this.buttons[`along ${one}`].setAttribute("aria-pressed", String(one === name));
  }

  private say(words: string, tone: string): void {
    this.message = words;
    this.status.textContent = words;
    this.status.dataset.tone = tone;
  }

  private button(name: string, label: string, act: () => void, title: string): HTMLButtonElement {
    const button = make("button", "", [label], { type: "button", title, "data-act": name });
    button.addEventListener("click", act);
    this.buttons[name] = button;
    return button;
  }

  private keys(): void {
    window.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key === "z") this.socket.send({ kind: event.shiftKey ? "redo" : "undo" });
      else if (key === "y") this.socket.send({ kind: "redo" });
      else if (key === "s") this.socket.send({ kind: "save" });
      else return;
      event.preventDefault();
    });
  }
}
