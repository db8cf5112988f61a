/** The overlay with all keys. */

import { make } from "./dom.ts";

type Rows = [string, string][];

const LIVE: [string, Rows][] = [
  ["Drive", [["W ↑", "throttle"], ["S ↓", "brake; held at standstill: reverse"], ["A ← / D →", "steer left / right"], ["Space", "handbrake"]]],
  ["Simulation", [
    ["R", "reset"], ["P", "pause, resume"], [".", "single step"], ["[ ]", "slower, faster"], ["L", "record"], ["K / J", "snapshot / restore"],
  ]],
];
const REPLAY: [string, Rows][] = [
  ["Replay", [
    ["Space", "play, pause"], ["← →", "one second back, ahead"], [", .", "one sample back, ahead"], ["[ ]", "slower, faster"], ["O", "loop"],
    ["Home", "to the beginning"],
  ]],
];
const VIEW: [string, Rows] = ["View", [
  ["C", "next camera"], ["1 – 6", "chase, hood, orbit, top, corner (again: next wheel), side"], ["mouse", "drag: orbit, wheel: zoom, double click: recentre"],
  ["V", "body: half transparent, clear, solid"], ["F", "force arrows"], ["T", "wheel tracks"], ["M", "friction colours"], ["G", "charts"], ["N", "sound"], ["H", "this help"],
]];

export class Help {
  readonly element: HTMLElement;

  constructor(mode: "live" | "replay") {
    const groups = [...(mode === "live" ? LIVE : REPLAY), VIEW].map(([title, rows]) => make("section", "", [
      make("h3", "", [title]),
      make("dl", "", rows.flatMap(([keys, what]) => [make("dt", "", [make("kbd", "", [keys])]), make("dd", "", [what])])),
    ]));
    if (mode === "live") groups[0].append(make("p", "", ["A gamepad or steering wheel is used as soon as it moves: stick and triggers, or the calibrated axes."]));
    const sheet = make("div", "jounce-sheet", [make("h2", "", ["Keys"]), make("div", "jounce-columns", groups)], { role: "dialog", "aria-label": "Keys" });
    this.element = make("div", "jounce-help", [sheet]);
    this.element.hidden = true;
    this.element.addEventListener("click", () => this.toggle());
  }

  toggle(): void { this.element.hidden = !this.element.hidden; }
  close(): void { this.element.hidden = true; }
}
