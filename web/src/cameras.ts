/** Where the eye is: chase, hood, orbit, top, a wheel's suspension close up, side. The mouse orbits and zooms. */

import { type PerspectiveCamera, Quaternion, Vector3 } from "three";
import type { Scene } from "./protocol.ts";
import { SUN } from "./sky.ts";

export const CAMERAS = ["chase", "hood", "orbit", "top", "corner", "side"] as const;
export type CameraName = (typeof CAMERAS)[number];

interface Aim { yaw: number; pitch: number; zoom: number }

export class Cameras {
  name: CameraName = "chase";
  corner = 0;
  onChange: () => void = () => {};
  private readonly aims = new Map<string, Aim>();
  private heading = 0;
  private centre = new Vector3();
  private fresh = true;
  private untouched = true;
  /** Direction from which the orbiting eye looks, until the mouse turns it [rad]. */
  private orbit = 0;
  /** A car that has not been driven yet is seen from ahead, three quarters from the side; once it moves the eye goes behind it. */
  private intro = true;
  private ahead = 1;
  /** Yaw rate of the car, smoothed: the chasing eye leans into it [rad/s]. */
  private lean = 0;
  private before = 0;
  /** Left (1) or right (−1): where the sun shines on the car; approached smoothly. */
  private side = 0;
  private readonly size: number;
  private readonly eye: [number, number];

  constructor(private readonly camera: PerspectiveCamera, private readonly scene: Scene) {
    this.size = Math.max(carLength(scene), 3.4) / 4.4;
    this.eye = hood(scene);
  }

  choose(name: CameraName): void {
    if (name === "corner" && this.name === "corner") this.corner = (this.corner + 1) % Math.max(this.scene.wheels.length, 1);
    this.name = name;
    this.intro = this.intro && this.untouched;
    this.untouched = false;
    this.fresh = true;
    this.onChange();
  }

  /** The car is driven now: go behind it, at once or in a swing. */
  follow(atOnce: boolean): void {
    if (!this.intro) return;
    this.intro = false;
    if (atOnce) this.ahead = 0;
  }

  cycle(): void { this.choose(CAMERAS[(CAMERAS.indexOf(this.name) + 1) % CAMERAS.length]); }

  /** What is shown, for people. */
  get label(): string {
    return this.name === "corner" ? `corner ${this.scene.wheels[this.corner]?.name ?? ""}` : this.name;
  }

  drag(dx: number, dy: number): void {
    const aim = this.aim();
    aim.yaw -= 0.006 * dx;
    aim.pitch = Math.min(1.5, Math.max(-0.4, aim.pitch + 0.005 * dy));
  }

  wheel(delta: number): void {
    const aim = this.aim();
    aim.zoom = Math.min(12, Math.max(0.2, aim.zoom * Math.exp(0.0012 * delta)));
  }

  recentre(): void { this.aims.delete(this.key()); this.fresh = true; }

  /** Move the eye; dt: time since the last picture [s]; poses: of the focus and the wheels, relative to the origin. */
  update(position: Vector3, turn: Quaternion, wheels: Vector3[], dt: number, heightAt: (x: number, y: number) => number): void {
    FORWARD.set(1, 0, 0).applyQuaternion(turn);
    const heading = Math.atan2(FORWARD.y, FORWARD.x);
    if (this.fresh || position.distanceTo(this.centre) > 30) { this.heading = heading; this.orbit = heading + 0.7; this.centre.copy(position); }
    this.swing(heading, dt);
    this.fresh = false;
    const turned = Math.atan2(Math.sin(heading - this.heading), Math.cos(heading - this.heading));
    this.heading += turned * (1 - Math.exp(-dt / 0.28));
    this.centre.x = position.x;
    this.centre.y = position.y;
    this.centre.z += (position.z - this.centre.z) * (1 - Math.exp(-dt / 0.12));
    this.place(position, turn, wheels);
    if (this.name !== "hood") {
      const floor = heightAt(this.camera.position.x, this.camera.position.y) + (this.name === "corner" ? 0.08 : 0.35);
      if (this.camera.position.z < floor) { this.camera.position.z = floor; this.camera.lookAt(TARGET); }
    }
    this.camera.updateMatrixWorld();
  }

  /** Lean into the turn, leave the view from ahead, and stay on the sunny side. */
  private swing(heading: number, dt: number): void {
    const by = Math.atan2(Math.sin(heading - this.before), Math.cos(heading - this.before));
    const rate = dt > 0 && Math.abs(by) < 0.5 ? Math.max(-1.5, Math.min(1.5, by / dt)) : 0;
    this.before = heading;
    this.lean += (rate - this.lean) * (1 - Math.exp(-dt / 0.35));
    if (!this.intro) this.ahead *= this.fresh ? 0 : Math.exp(-dt / 0.5);
    const sunny = SUN.y * Math.cos(heading) - SUN.x * Math.sin(heading) > 0 ? 1 : -1;
    this.side = this.side === 0 ? sunny : this.side + (sunny - this.side) * (1 - Math.exp(-dt / 0.5));
  }

  private place(position: Vector3, turn: Quaternion, wheels: Vector3[]): void {
    // further away where the picture is narrower than the car is long
    const { camera } = this, aim = this.aim(), size = this.size * Math.min(2, Math.max(1, 1.25 / camera.aspect));
    camera.up.set(0, 0, 1);
    let fov = 50, near = 0.15;
    TARGET.copy(this.centre);
    switch (this.name) {
      case "chase":
        TARGET.z += 0.35 * size;
        TARGET.x -= 0.9 * size * this.lean * Math.sin(this.heading);
        TARGET.y += 0.9 * size * this.lean * Math.cos(this.heading);
        this.around(TARGET, this.heading + Math.PI - 2.42 * this.ahead + aim.yaw, 0.24 + aim.pitch, 6.6 * size * aim.zoom);
        camera.up.set(0.05 * this.lean * -Math.sin(this.heading), 0.05 * this.lean * Math.cos(this.heading), 1).normalize();
        break;
      case "orbit":
        this.around(TARGET, this.orbit + aim.yaw, 0.32 + aim.pitch, 7 * size * aim.zoom);
        break;
      case "side":
        this.around(TARGET, this.heading + (Math.PI / 2) * this.side + aim.yaw, 0.07 + aim.pitch, 6 * size * aim.zoom);
        break;
      case "top":
        camera.position.copy(TARGET).add(EYE.set(0, 0, 26 * size * aim.zoom));
        camera.up.set(Math.cos(this.heading + aim.yaw), Math.sin(this.heading + aim.yaw), 0);
        break;
      case "hood":
        fov = 62;
        camera.position.copy(EYE.set(this.eye[0], 0, this.eye[1]).applyQuaternion(turn)).add(position);
        camera.up.set(0, 0, 1).applyQuaternion(turn);
        TARGET.set(20, 20 * Math.tan(aim.yaw), -20 * aim.pitch - 2.6).applyQuaternion(turn).add(camera.position);
        break;
      case "corner": {
        const wheel = wheels[this.corner] ?? position, radius = this.scene.wheels[this.corner]?.radius ?? 0.3;
        EYE.copy(wheel).sub(position).applyQuaternion(INVERSE.copy(turn).invert());
        const side = EYE.y < 0 ? -1 : 1, end = EYE.x < -0.05 ? -1 : 1;
        TARGET.set(0, -0.75 * radius * side, 0.35 * radius).applyQuaternion(turn).add(wheel);
        const yaw = (end > 0 ? 0.35 : Math.PI - 0.35) * 1 + aim.yaw, pitch = 0.3 + aim.pitch, reach = 5 * radius * aim.zoom;
        EYE.set(Math.cos(pitch) * Math.cos(side * yaw), Math.cos(pitch) * Math.sin(-side * yaw), Math.sin(pitch));
        camera.position.copy(TARGET).addScaledVector(EYE.applyQuaternion(turn), reach);
        fov = 42;
        near = 0.04;
        break;
      }
    }
    camera.lookAt(TARGET);
    if (camera.fov !== fov || camera.near !== near) {
      camera.fov = fov;
      camera.near = near;
      camera.updateProjectionMatrix();
    }
  }

  private around(target: Vector3, yaw: number, pitch: number, distance: number): void {
    EYE.set(Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch));
    this.camera.position.copy(target).addScaledVector(EYE, distance);
  }

  private key(): string { return this.name; }

  private aim(): Aim {
    let aim = this.aims.get(this.key());
    if (!aim) this.aims.set(this.key(), (aim = { yaw: 0, pitch: 0, zoom: 1 }));
    return aim;
  }
}

const FORWARD = new Vector3(), TARGET = new Vector3(), EYE = new Vector3(), INVERSE = new Quaternion();

/** Above the hood: x and z in the axes of the chassis [m]. */
function hood(scene: Scene): [number, number] {
  for (const shape of scene.shapes) {
    if (shape.kind !== "hull" || shape.body !== scene.focus) continue;
    const cabin = shape.cabin?.length ? shape.cabin : null;
    const x = cabin ? Math.max(...cabin.map((p) => p[0])) + 0.1 : 0.25 * carLength(scene);
    const top = Math.max(...shape.outline.filter((p) => p[0] > x - 1.5).map((p) => p[1]));
    return [x, top + 0.24];
  }
  let front = -Infinity, top = -Infinity;
  for (const shape of scene.shapes) {
    if (shape.kind !== "box" || shape.body !== scene.focus) continue;
    front = Math.max(front, shape.centre[0] + shape.half[0]);
    top = Math.max(top, shape.centre[2] + shape.half[2]);
  }
  return top > -Infinity ? [front, top + 0.1] : [0.5, 1.0];
}

/** Length of the vehicle [m], from its hull or its boxes. */
export function carLength(scene: Scene): number {
  let from = Infinity, to = -Infinity;
  for (const shape of scene.shapes) {
    if (shape.body !== scene.focus) continue;
    if (shape.kind === "hull") for (const [x] of shape.outline) { from = Math.min(from, x); to = Math.max(to, x); }
    if (shape.kind === "box") { from = Math.min(from, shape.centre[0] - shape.half[0]); to = Math.max(to, shape.centre[0] + shape.half[0]); }
  }
  return to > from ? Math.min(Math.max(to - from, 1), 15) : 4.4;
}
