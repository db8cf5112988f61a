/** Smoke of sliding tires on asphalt, dust behind wheels on earth: soft points that grow, rise and fade. */

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, ShaderMaterial } from "three";
import type { Layout } from "./block.ts";
import type { Scene } from "./protocol.ts";
import type { Sliding } from "./sliding.ts";

const COUNT = 360, LIFE = 1.5;
/** Points at most, and how long one is seen [s]. */
const SMOKE = [0.86, 0.87, 0.88], EARTH = [0.47, 0.40, 0.30];

export class Dust {
  readonly object: Points;
  /** Points that are seen. */
  alive = 0;
  private readonly position = new Float32Array(3 * COUNT);
  private readonly tint = new Float32Array(4 * COUNT);
  private readonly age = new Float32Array(COUNT).fill(LIFE);
  private readonly strength = new Float32Array(COUNT);
  private next = 0;
  private readonly due: Float32Array;

  constructor(private readonly scene: Scene, private readonly layout: Layout) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.position, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("tint", new BufferAttribute(this.tint, 4).setUsage(DynamicDrawUsage));
    geometry.setAttribute("age", new BufferAttribute(this.age, 1).setUsage(DynamicDrawUsage));
    this.object = new Points(geometry, new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false }));
    this.object.frustumCulled = false;
    this.object.renderOrder = 3;
    this.due = new Float32Array(scene.wheels.length);
  }

  /** dt [s]; earthy: whether the ground under a place is not paved. */
  update(dt: number, block: Float32Array, sliding: Sliding, speed: number, earthy: (x: number, y: number) => boolean): void {
    this.alive = 0;
    for (let k = 0; k < COUNT; k++) {
      if (this.age[k] >= LIFE) continue;
      this.age[k] += dt;
      this.position[3 * k + 2] += 0.7 * dt;
      this.tint[4 * k + 3] = this.strength[k] * Math.max(0, 1 - this.age[k] / LIFE);
      this.alive++;
    }
    this.scene.wheels.forEach((wheel, w) => {
      if (wheel.contact < 0 || wheel.contact >= this.layout.contacts) return;
      const at = this.layout.contactAt(wheel.contact);
      if (!(block[at + 5] > 0)) return;
      const x = block[at], y = block[at + 1], soil = earthy(x, y), slide = sliding.shares[w];
      const share = soil ? Math.min(1, slide + 0.02 * Math.max(0, speed - 4)) : Math.max(0, slide - 0.35);
      this.due[w] = Math.min(4, this.due[w] + 60 * share * dt);
      for (; this.due[w] >= 1; this.due[w]--) this.puff(x, y, block[at + 2], soil ? EARTH : SMOKE, 0.16 + 0.3 * share);
    });
    for (const attribute of Object.values(this.object.geometry.attributes)) (attribute as BufferAttribute).needsUpdate = true;
    this.object.visible = this.alive > 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    (this.object.material as ShaderMaterial).dispose();
  }

  private puff(x: number, y: number, z: number, [r, g, b]: number[], strength: number): void {
    const k = this.next, spread = (): number => 0.3 * (Math.random() - 0.5);
    this.next = (k + 1) % COUNT;
    this.position.set([x + spread(), y + spread(), z + 0.12], 3 * k);
    this.tint.set([r, g, b, strength], 4 * k);
    this.strength[k] = strength;
    this.age[k] = 0;
  }
}

const VERTEX = /* glsl */ `
attribute vec4 tint; attribute float age; varying vec4 colour;
void main() {
  colour = tint;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = age >= 1.5 ? 0.0 : min(180.0, (0.35 + 1.3 * age) * 620.0 / max(-seen.z, 0.5));
}`;
const FRAGMENT = /* glsl */ `
varying vec4 colour;
void main() {
  float away = length(gl_PointCoord - 0.5);
  if (away > 0.5 || colour.a <= 0.0) discard;
  gl_FragColor = vec4(colour.rgb, colour.a * smoothstep(0.5, 0.05, away));
  #include <colorspace_fragment>
}`;
