/** What the server of `jounce design` and its page say to each other, as JSON. */

import type { Triple } from "../protocol.ts";

export type Pair = [number, number];
export interface Point { path: string; axle: string | null; label: string; at: Triple }
export interface CurveKind { name: string; label: string; unit: string; sweep: string; span: number }
export interface Car {
  kind: "car"; name: string; file: string; axles: string[]; points: Point[]; curves: CurveKind[]; across: Record<string, { label: string; unit: string }>;
}
export interface Target { axle: string; curve: string; points: Pair[] }
export interface State { kind: "state"; places: Record<string, Triple>; undo: boolean; redo: boolean; changed: boolean; targets: Target[] }
export interface Curves {
  kind: "curves"; axle: string; full: boolean; number: number; milliseconds: number; error: number;
  x: Record<string, number[]>; y: Record<string, (number | null)[]>; numbers: [string, string, string][]; notes: string[];
  links: [string, Triple, Triple][]; wheel: { centre: Triple; axis: Triple; contact: Triple; radius: number }; instant_centre: Triple; roll_centre: Triple;
}
export interface Opened { kind: "opened"; axle: string; x: Record<string, number[]>; y: Record<string, (number | null)[]> }
export interface Refused { kind: "refused"; message: string; axle: string; number: number }
export interface Pulling { kind: "pulling"; message: string; error: number; places: Record<string, Triple> }
export interface Pulled { kind: "pulled"; message: string; before: number; after: number }
export interface Saved { kind: "saved"; message: string; file: string }
export interface Failed { kind: "error"; message: string }
export type Told = Car | State | Opened | Curves | Refused | Pulling | Pulled | Saved | Failed;

export interface Free { path: string; axis: number; by: number }
export type Said =
  | { kind: "move"; places: Record<string, Triple>; done: boolean; number: number }
  | { kind: "target"; axle: string; curve: string; points: Pair[] }
  | { kind: "optimise"; free: Free[] }
  | { kind: "axle"; axle: string }
  | { kind: "undo" | "redo" | "stop" | "save" };

const PATIENCE = 5;
/** Lost connections in a row after which the page says that the server has ended. */

/** The socket to the server; it connects again for a few seconds after a loss. */
export class Socket {
  connected = false;
  private socket: WebSocket | null = null;
  private failures = 0;

  constructor(private readonly told: (message: Told) => void, private readonly line: (words: string) => void) { this.connect(); }

  send(message: Said): void { if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message)); }

  private connect(): void {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket?token=${encodeURIComponent(token)}`);
    this.socket = socket;
    socket.addEventListener("open", () => { this.connected = true; this.failures = 0; this.line(""); });
    socket.addEventListener("message", ({ data }: MessageEvent<string>) => this.told(JSON.parse(data) as Told));
    socket.addEventListener("close", () => {
      this.connected = false;
      this.failures++;
      const ended = this.failures > PATIENCE;
      this.line(ended ? "jounce design has ended. Start it again and open the address that it prints; what was not saved is lost." : "connection lost, trying again");
      if (!ended) setTimeout(() => this.connect(), 1000);
    });
  }
}
