/** The socket to the server: connects again after a loss; of the frames the newest is drawn. */

import { type Choose, type CommandName, type Container, container, type Controls, isFrame, type Message } from "./protocol.ts";

const KEPT = 120;
/** Frames kept between two pictures, at most. */

const GONE = 4000;
/** Time without an answer after which the server counts as ended [ms]. */

export interface Listener {
  text(message: Message): void;
  container(part: Container): void;
  connected(): void;
  /** refused: the address is wrong; gone: nothing answers there any more. */
  lost(why: "line" | "refused" | "gone"): void;
}

export class Connection {
  connected = false;
  /** Frames received. */
  frames = 0;
  private since = performance.now();
  private socket: WebSocket | null = null;
  private fresh: ArrayBuffer[] = [];

  constructor(private readonly listener: Listener) { this.connect(); }

  /** Blocks of a scene that came since the last question, oldest first: the newest is drawn, all of them leave tracks. */
  take(scene: number): Float32Array[] {
    const blocks = this.fresh.map((frame) => new Float32Array(frame)).filter((values) => values[1] === scene).map((values) => values.subarray(2));
    this.fresh = [];
    return blocks;
  }

  controls(controls: Controls): void { this.send({ kind: "controls", ...controls }); }
  command(name: CommandName, value?: number): void { this.send(value === undefined ? { kind: "command", name } : { kind: "command", name, value }); }
  choose(choose: Choose): void { this.send({ kind: "choose", ...choose }); }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket?token=${encodeURIComponent(token)}`);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => { this.connected = true; this.listener.connected(); });
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => this.receive(data));
    socket.addEventListener("close", () => {
      const opened = this.connected;
      this.connected = false;
      this.fresh = [];
      if (opened) this.since = performance.now();
      this.listener.lost(!token ? "refused" : performance.now() - this.since > GONE ? "gone" : "line");
      if (!opened) void this.ask();
      setTimeout(() => this.connect(), 1000);
    });
  }

  /** Is the server there, but does not know this address? */
  private async ask(): Promise<void> {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.status === 403) this.listener.lost("refused");
    } catch {
      // no server: tried again in a second
    }
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data === "string") this.listener.text(JSON.parse(data) as Message);
    else if (isFrame(data)) {
      this.fresh.push(data);
      if (this.fresh.length > KEPT) this.fresh.shift();
      this.frames++;
    } else this.listener.container(container(data));
  }
}
