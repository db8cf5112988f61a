/** Where things stand in a block: [time, gauges, poses of bodies (x, y, z, qw, qx, qy, qz), contacts (px, py, pz, fx, fy, fz)]. */

export class Layout {
  readonly size: number;
  private readonly gaugeIndex: Map<string, number>;
  private readonly bodyIndex: Map<string, number>;

  constructor(readonly gauges: string[], readonly bodies: string[], readonly contacts: number) {
    this.size = 1 + gauges.length + 7 * bodies.length + 6 * contacts;
    this.gaugeIndex = new Map(gauges.map((name, i) => [name, 1 + i]));
    this.bodyIndex = new Map(bodies.map((name, i) => [name, i]));
  }

  /** Place of a gauge in a block, or −1. */
  gaugeAt(name: string): number { return this.gaugeIndex.get(name) ?? -1; }
  bodyOf(name: string): number { return this.bodyIndex.get(name) ?? -1; }
  poseAt(body: number): number { return 1 + this.gauges.length + 7 * body; }
  contactAt(contact: number): number { return 1 + this.gauges.length + 7 * this.bodies.length + 6 * contact; }

  gauge(block: Float32Array, name: string): number | undefined {
    const at = this.gaugeAt(name);
    return at < 0 ? undefined : block[at];
  }
}

/** The block at a time between two others, share 0 … 1: linear, orientations along the great circle. */
export function interpolate(layout: Layout, from: Float32Array, to: Float32Array, share: number, into: Float32Array): void {
  for (let i = 0; i < layout.size; i++) into[i] = from[i] + share * (to[i] - from[i]);
  for (let body = 0; body < layout.bodies.length; body++) slerp(from, to, layout.poseAt(body) + 3, share, into);
}

function slerp(from: Float32Array, to: Float32Array, at: number, share: number, into: Float32Array): void {
  let dot = 0;
  for (let i = at; i < at + 4; i++) dot += from[i] * to[i];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, dot * sign));
  let a = 1 - share, b = share;
  if (angle > 1e-4) {
    a = Math.sin(a * angle) / Math.sin(angle);
    b = Math.sin(b * angle) / Math.sin(angle);
  }
  let norm = 0;
  for (let i = at; i < at + 4; i++) {
    into[i] = a * from[i] + sign * b * to[i];
    norm += into[i] * into[i];
  }
  norm = 1 / Math.sqrt(norm);
  for (let i = at; i < at + 4; i++) into[i] *= norm;
}
