/** Messages between the server and the page, and the containers inside a replay. World axes: x forward, y left, z up; SI. */

export type Triple = [number, number, number];
export type Pair = [number, number];

export interface Named { name: string; about?: string }
export interface Parameter { name: string; label: string; unit: string; low: number; high: number; step: number; default: number }
export interface Chosen { vehicle: string; ground: string; engine: string; parameters: Record<string, number> }
export interface Hello {
  kind: "hello";
  version: string;
  /** Which session it is: another one after the server was started again. */
  session?: string;
  choices: { vehicles: Named[]; grounds: Named[]; engines: Named[]; parameters: Parameter[] };
  chosen: Chosen;
}
export interface Status {
  kind: "status";
  state: "building" | "running" | "paused" | "stopped";
  message?: string;
  speed: number;
  recording: boolean;
  late_ticks: number;
  ticks: number;
  deadman: boolean;
  snapshot: boolean;
}
export interface Saved { kind: "saved"; message: string; file: string }
export interface Failure { kind: "error"; message: string }

interface OfBody { body: number; role?: string }
export interface Rod extends OfBody { kind: "rod"; a: Triple; b: Triple; radius: number }
export interface Bar extends OfBody { kind: "bar"; a: Triple; other: number; b: Triple; radius: number }
export interface Spring extends OfBody { kind: "spring"; a: Triple; other: number; b: Triple; radius: number; coils: number }
export interface Ball extends OfBody { kind: "ball"; centre: Triple; radius: number }
export interface Pin extends OfBody { kind: "pin"; centre: Triple; axis: Triple; radius: number; length: number }
export interface WheelShape extends OfBody { kind: "wheel"; centre: Triple; axis: Triple; radius: number; width: number; name?: string }
export interface Arch { x: number; z: number; radius: number }
export interface Hull extends OfBody {
  kind: "hull"; outline: Pair[]; width: number; cabin?: Pair[]; cabin_width?: number; centre_y?: number; arches?: Arch[]; colour?: string;
}
export interface Box extends OfBody { kind: "box"; centre: Triple; half: Triple; quaternion: [number, number, number, number]; colour?: string }
export interface Cone extends OfBody { kind: "cone"; base: Triple; tip: Triple; radius: number }
export interface Cylinder extends OfBody { kind: "cylinder"; a: Triple; b: Triple; radius: number; colour?: string }
export interface Label extends OfBody { kind: "label"; at: Triple; text: string; more?: string }
export interface SignOf extends OfBody { kind: "sign"; at: Triple; heading: number; text: string; span: number }
/** A binary glTF file, deflated and in base 64: where its origin and its axes z and y are. */
export interface MeshOf extends OfBody { kind: "mesh"; at: Triple; ahead: Triple; up: Triple; scale: number; glb: string }
export type Shape = MeshOf | SignOf | Label | Rod | Bar | Spring | Ball | Pin | WheelShape | Hull | Box | Cone | Cylinder;

export interface WheelOf { name: string; body: number; contact: number; radius: number; width: number }
export interface GaugeOf { name: string; label: string; unit: string }
export interface ChartOf { title: string; unit: string; scale?: number; gauges: string[] }
export interface RoadOf { name: string; points: Pair[]; width: number; lanes: number; closed: boolean; kerbs: boolean }
/** x, y, heading, half of the length of the line. */
export type GateOf = [number, number, number, number];
/** What is painted on the ground, in world coordinates; `lap` names the road whose laps are timed between the gates. */
export interface CourseOf { roads: RoadOf[]; areas: { name: string; outline: Pair[] }[]; lap: string; gates: GateOf[] }
export interface Scene {
  kind: "scene";
  number: number;
  title: string;
  vehicle: string;
  origin: Triple;
  bodies: string[];
  focus: number;
  wheels: WheelOf[];
  contacts: string[];
  gauges: GaugeOf[];
  charts: ChartOf[];
  weight: number;
  shapes: Shape[];
  course?: CourseOf;
}
export type Message = Hello | Status | Saved | Failure | Scene;

export interface Grid {
  nx: number; ny: number; x0: number; y0: number; dx: number; dy: number;
  twist: "mixed" | "paper"; refine: boolean; friction: boolean; ends: boolean;
}
export interface Plain { nx: 0; ny: 0; height: number; friction_value: number }
export interface Terrain { grid: Grid | null; plain: Plain | null; heights: Float32Array; friction: Float32Array | null }
export interface Motion {
  name: string; samples: number; role: "run" | "ghost"; bodies: string[]; gauges: string[]; contacts: number; origin: Triple;
  scene?: Scene; blocks: Float32Array;
}

export interface Controls { steer: number; throttle: number; brake: number; gear: "auto" | "reverse" | number; handbrake: number }
export type CommandName =
  | "pause" | "resume" | "step" | "reset" | "speed" | "record" | "stop-recording" | "snapshot" | "restore";
export interface Choose { vehicle?: string; ground?: string; engine?: string; parameters?: Record<string, number> }

/** What is moved instead of time: its name, the unit it is shown in, and the factor to it from SI. */
export interface Way { name: string; label: string; unit: string; scale: number }
export interface Mode { mode: "live" | "replay"; scene?: Scene; title?: string; embedded?: boolean; ways?: Way[]; still?: boolean }

export const FRAME = 1, TERRAIN = 2, MOTION = 3;

/** A frame begins with the float32 1, a container with a small uint32; the bits of the two differ. */
export function isFrame(message: ArrayBuffer): boolean {
  return message.byteLength >= 8 && new DataView(message).getFloat32(0, true) === FRAME;
}

export interface Container { kind: number; head: Record<string, unknown>; payload: Float32Array }

export function container(message: ArrayBuffer): Container {
  const view = new DataView(message);
  const kind = view.getUint32(0, true), size = view.getUint32(4, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(message, 8, size))) as Record<string, unknown>;
  return { kind, head, payload: new Float32Array(message, 8 + size, (message.byteLength - 8 - size) >> 2) };
}

export function terrainOf({ head, payload }: Container): Terrain {
  if (!head.nx) {
    const plain = { nx: 0, ny: 0, height: Number(head.height ?? 0), friction_value: Number(head.friction_value ?? 1) } as const;
    return { grid: null, plain, heights: payload, friction: null };
  }
  const grid = head as unknown as Grid;
  const nodes = grid.nx * grid.ny;
  return {
    grid, plain: null, heights: payload.subarray(0, nodes),
    friction: grid.friction ? payload.subarray(nodes, 2 * nodes) : null,
  };
}

export function motionOf({ head, payload }: Container): Motion {
  return { ...(head as unknown as Motion), blocks: payload };
}

/** Bytes that were deflated and written in base 64. */
export async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A container as a page carries it (jounce.output.replay.packing): base 64, its numbers as second differences in planes of bytes, deflated. */
export async function unpackContainer(text: string, rows: number): Promise<ArrayBuffer> {
  const data = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const start = 8 + new DataView(data.buffer).getUint32(4, true);
  const planes = await inflated(data.subarray(start)), whole = new Uint8Array(start + planes.length);
  whole.set(data.subarray(0, start));
  if (!rows) { whole.set(planes, start); return whole.buffer; }
  const count = planes.length / 4, columns = count / rows, numbers = new Uint32Array(whole.buffer, start, count);
  for (let column = 0; column < columns; column++) {
    let slope = 0, value = 0;
    for (let row = 0; row < rows; row++) {
      const at = column * rows + row;
      slope = (slope + (planes[at] | (planes[count + at] << 8) | (planes[2 * count + at] << 16) | (planes[3 * count + at] << 24))) | 0;
      value = (value + slope) | 0;
      numbers[row * columns + column] = value;
    }
  }
  return whole.buffer;
}
