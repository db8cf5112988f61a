/** The bicubic Ferguson surface of a regular grid of heights, (G13)–(G16) of docs/theory/ground.md. World coordinates. */

import type { Grid } from "../protocol.ts";

/** z, ∂z/∂x, ∂z/∂y. */
export type Answer = [number, number, number];

export class Surface {
  readonly answer: Answer = [0, 0, 0];
  private readonly gx = new Float64Array(6);
  private readonly gy = new Float64Array(6);

  constructor(readonly grid: Grid, readonly heights: Float32Array) {}

  /** z and slopes at (x, y); level beyond the edge. The answer is overwritten by the next question. */
  at(x: number, y: number): Answer {
    const { nx, ny, x0, y0, dx, dy } = this.grid;
    const s = (x - x0) * (1 / dx), t = (y - y0) * (1 / dy);
    const m = indexBelow(s, nx - 1), n = indexBelow(t, ny - 1);
    const u = s - m, v = t - n;
    this.inCell(m, n, held(u), held(v));
    this.answer[1] = beyond(u) ? 0 : this.answer[1] / dx;
    this.answer[2] = beyond(v) ? 0 : this.answer[2] / dy;
    return this.answer;
  }

  heightAt(x: number, y: number): number { return this.at(x, y)[0]; }

  /** z, ∂z/∂u, ∂z/∂v at the place (u, v) of cell (m, n). */
  inCell(m: number, n: number, u: number, v: number): void {
    if (!this.grid.refine) return this.bilinear(m, n, u, v);
    if (this.grid.twist === "paper") return this.paper(m, n, u, v);
    const { nx, ny } = this.grid, h = this.heights, { gx, gy } = this;
    differenceWeights(nx, m, u, gx);
    differenceWeights(ny, n, v, gy);
    const left = Math.max(n - 1, 0), right = Math.min(n + 2, ny - 1);
    let z = 0, zu = 0, zv = 0, lastZ = 0, lastV = 0;
    for (let k = 0; k < 4; k++) {
      const row = Math.min(Math.max(m - 1 + k, 0), nx - 1) * ny;
      const f1 = h[row + n], d0 = f1 - h[row + left], d1 = h[row + n + 1] - f1, d2 = h[row + right] - h[row + n + 1];
      const rowZ = f1 + gy[0] * d0 + gy[1] * d1 + gy[2] * d2, rowV = gy[3] * d0 + gy[4] * d1 + gy[5] * d2;
      if (k === 1) { z += rowZ; zv += rowV; }
      if (k > 0) {
        z += gx[k - 1] * (rowZ - lastZ);
        zu += gx[k + 2] * (rowZ - lastZ);
        zv += gx[k - 1] * (rowV - lastV);
      }
      lastZ = rowZ;
      lastV = rowV;
    }
    this.answer[0] = z;
    this.answer[1] = zu;
    this.answer[2] = zv;
  }

  private bilinear(m: number, n: number, u: number, v: number): void {
    const { ny } = this.grid, h = this.heights, at = m * ny + n;
    const a = h[at], b = h[at + ny], c = h[at + 1], d = h[at + ny + 1];
    this.answer[0] = a + u * (b - a) + v * (c - a + u * (a - b - c + d));
    this.answer[1] = b - a + v * (a - b - c + d);
    this.answer[2] = c - a + u * (a - b - c + d);
  }

  /** With the twist that Lee 2010 (5) prints, which is no product of cubics. */
  private paper(m: number, n: number, u: number, v: number): void {
    const { nx, ny } = this.grid, h = this.heights;
    const [a, b] = slopeWeights(nx, m), [c, d] = slopeWeights(ny, n);
    const left = Math.max(n - 1, 0), right = Math.min(n + 2, ny - 1);
    const rows: number[][] = [];
    for (let k = -1; k < 3; k++) {
      const row = Math.min(Math.max(m + k, 0), nx - 1) * ny;
      rows.push(between([h[row + left], h[row + n], h[row + n + 1], h[row + right]], c, d));
    }
    const along = (column: number): number[] => between(rows.map((r) => r[column]), a, b);
    const z0 = along(0), z1 = along(1), r0 = along(2), r1 = along(3);
    for (const [z, r] of [[z0, r0], [z1, r1]]) {
      r[2] = 0.5 * (z[2] + r[0]);
      r[3] = 0.5 * (z[3] + r[1]);
    }
    const p0 = cubic(z0, u), p1 = cubic(z1, u), q0 = cubic(r0, u), q1 = cubic(r1, u);
    const [z, zv] = cubic([p0[0], p1[0], q0[0], q1[0]], v);
    this.answer[0] = z;
    this.answer[1] = cubic([p0[1], p1[1], q0[1], q1[1]], v)[0];
    this.answer[2] = zv;
  }
}

export function indexBelow(t: number, size: number): number {
  return t >= size ? size - 1 : t > 0 ? Math.floor(t) : 0;
}

function held(u: number): number { return Math.min(Math.max(u, 0), 1); }
function beyond(u: number): boolean { return u < -1e-6 || u > 1 + 1e-6; }

/** (G6): weights of the three differences around cell m, for the slopes at its two ends. */
function slopeWeights(count: number, m: number): [number[], number[]] {
  if (count === 2) return [[0, 1, 0], [0, 1, 0]];
  return [m === 0 ? [0, 1.5, -0.5] : [0.5, 0.5, 0], m === count - 2 ? [-0.5, 1.5, 0] : [0, 0.5, 0.5]];
}

/** (G16): g₀, g₁, g₂, k₀, k₁, k₂ at the place u of cell m. */
function differenceWeights(count: number, m: number, u: number, into: Float64Array): void {
  const rest = 1 - u;
  const p = u * rest * rest, q = -u * u * rest, dp = rest * (1 - 3 * u), dq = u * (3 * u - 2);
  let g0 = 0.5 * p, g2 = 0.5 * q, k0 = 0.5 * dp, k2 = 0.5 * dq;
  if (m === 0 || m === count - 2) {
    const [a, b] = slopeWeights(count, m);
    g0 = p * a[0] + q * b[0];
    g2 = p * a[2] + q * b[2];
    k0 = dp * a[0] + dq * b[0];
    k2 = dp * a[2] + dq * b[2];
  }
  into[0] = g0;
  into[1] = u - g0 - g2;
  into[2] = g2;
  into[3] = k0;
  into[4] = 1 - k0 - k2;
  into[5] = k2;
}

function between(f: number[], a: number[], b: number[]): number[] {
  const d0 = f[1] - f[0], d1 = f[2] - f[1], d2 = f[3] - f[2];
  return [f[1], f[2], a[0] * d0 + a[1] * d1 + a[2] * d2, b[0] * d0 + b[1] * d1 + b[2] * d2];
}

/** (G10): value and slope of the cubic with values f₀, f₁ and slopes r₀, r₁ at its ends. */
function cubic([f0, f1, r0, r1]: number[], u: number): [number, number] {
  const d = f1 - f0, c2 = 3 * d - 2 * r0 - r1, c3 = r0 + r1 - 2 * d;
  return [f0 + u * (r0 + u * (c2 + u * c3)), r0 + u * (2 * c2 + 3 * u * c3)];
}
