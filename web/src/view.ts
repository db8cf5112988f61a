/** The picture: car, ground, arrows, tracks and ghosts of one scene. Knows blocks, not where they come from. */

import { Quaternion, Vector3 } from "three";
import { Layout } from "./block.ts";
import { Cameras, type CameraName } from "./cameras.ts";
import { Dust } from "./dust.ts";
import { Forces } from "./forces.ts";
import { Ghost, Recording } from "./ghost.ts";
import type { Motion, Scene, Terrain, Triple } from "./protocol.ts";
import { Figure } from "./scene/figure.ts";
import { BODIES, type Body } from "./scene/palette.ts";
import { Sliding } from "./sliding.ts";
import { Stage } from "./stage.ts";
import { type CourseMap, courseMap } from "./terrain/coursemap.ts";
import { type Ground, groundOf } from "./terrain/ground.ts";
import type { Meaning } from "./ui/legend.ts";
import { groundLook, type Look } from "./terrain/look.ts";
import { type Floor, Tracks } from "./tracks.ts";

export interface Options { arrows: boolean; tracks: boolean; friction: boolean; ghosts: boolean }

export class View {
  readonly stage: Stage;
  readonly options: Options = { arrows: true, tracks: true, friction: false, ghosts: true };
  /** How the car's body is drawn. */
  body: Body = "half";
  scene: Scene | null = null;
  layout = new Layout([], [], 0);
  figure: Figure | null = null;
  tracks: Tracks | null = null;
  cameras: Cameras | null = null;
  ghosts: Ghost[] = [];
  block: Float32Array | null = null;
  /** Pictures drawn. */
  pictures = 0;
  /** Something changed that a paused replay has to show. */
  dirty = true;
  onCamera: (label: string) => void = () => {};
  /** Told when options, camera or ground have changed. */
  onMeaning: (meaning: Meaning) => void = () => {};
  sliding: Sliding | null = null;
  dust: Dust | null = null;
  private forces: Forces | null = null;
  private ground: Ground | null = null;
  private terrain: Terrain | null = null;
  private map: CourseMap | null = null;
  private readonly look: Look;
  private readonly focus = new Vector3();
  private readonly turn = new Quaternion();
  private readonly wheels: Vector3[] = [];
  private camera: CameraName = "chase";

  constructor(element: HTMLElement) {
    this.stage = new Stage(element, () => { this.dirty = true; });
    this.look = groundLook(this.stage.simple);
    this.mouse();
  }

  setScene(scene: Scene, capacity = 12000): void {
    this.clear();
    this.scene = scene;
    this.layout = new Layout(scene.gauges.map((g) => g.name), scene.bodies, scene.contacts.length);
    this.figure = new Figure(scene, this.layout, "solid", this.stage.simple);
    this.figure.onArrival = ([length, width]) => { this.look.uniforms.carSize.value.set(0.85 * length, 0.76 * width); this.dirty = true; };
    this.forces = new Forces(scene, this.layout);
    this.tracks = new Tracks(scene, this.layout, capacity);
    this.sliding = new Sliding(scene, this.layout);
    this.dust = new Dust(scene, this.layout);
    this.cameras = new Cameras(this.stage.camera, scene);
    this.cameras.onChange = () => {
      if (this.cameras) { this.camera = this.cameras.name; this.onCamera(this.cameras.label); }
      this.apply();
    };
    this.cameras.choose(this.camera);
    this.wheels.length = 0;
    scene.wheels.forEach(() => this.wheels.push(new Vector3()));
    this.stage.scene.add(this.figure.object, this.forces.object, this.tracks.object, this.dust.object);
    this.carSize(scene);
    this.map?.texture.dispose();
    this.map = scene.course ? courseMap(scene.course) : null;
    this.lay();
    this.apply();
  }

  setTerrain(terrain: Terrain): void {
    this.terrain = terrain;
    this.lay();
    this.apply();
  }

  addGhost(motion: Motion): void {
    if (!this.scene) return;
    const ghost = new Ghost(new Recording(motion), this.scene, this.stage.simple);
    ghost.figure.onArrival = () => { this.dirty = true; };
    this.ghosts.push(ghost);
    this.stage.scene.add(ghost.figure.object);
    this.dirty = true;
  }

  clearGhosts(): void {
    for (const { figure } of this.ghosts) { this.stage.scene.remove(figure.object); figure.dispose(); }
    this.ghosts = [];
    this.dirty = true;
  }

  /** Height of the ground in world coordinates. */
  heightAt(x: number, y: number): number { return this.ground ? this.ground.heightAt(x, y) : 0; }

  /** The same questions in the coordinates of the picture. */
  readonly floor: Floor = {
    heightAt: (x, y) => { const [a, b, c] = this.origin; return this.heightAt(x + a, y + b) - c; },
    normalAt: (x, y, into) => { const [a, b] = this.origin; return this.ground ? this.ground.normalAt(x + a, y + b, into) : into.set(0, 0, 1); },
  };

  /** Take over a moment; what stands in it is drawn with the next picture. */
  show(block: Float32Array): void {
    if (!this.figure || !this.scene || block.length < this.layout.size) return;
    this.block = block;
    this.figure.pose(block);
    this.forces?.update(block, this.floor.normalAt);
    this.sliding?.update(block);
    for (const ghost of this.ghosts) ghost.show(block[0]);
    this.dirty = true;
  }

  leaveTracks(block: Float32Array): void {
    if (block.length >= this.layout.size) this.tracks?.add(block, this.floor);
  }

  toggle(option: keyof Options): boolean {
    this.options[option] = !this.options[option];
    this.apply();
    return this.options[option];
  }

  /** Half transparent, clear, solid, and again. */
  nextBody(): void {
    this.body = BODIES[(BODIES.indexOf(this.body) + 1) % BODIES.length];
    this.apply();
  }

  setBody(body: Body): void { this.body = body; this.apply(); }

  /** Draw; dt: time since the last picture [s]; moving: time goes on in it. True if more detail is to come. */
  draw(dt: number, moving = true): boolean {
    this.dirty = false;
    this.pictures++;
    let pending = false;
    if (this.figure && this.scene && this.cameras && this.block) {
      const bone = this.figure.bones[this.scene.focus] ?? this.figure.bones[0];
      this.focus.copy(bone.position);
      this.turn.copy(bone.quaternion);
      this.scene.wheels.forEach((wheel, i) => this.wheels[i].copy(this.figure!.bones[wheel.body].position));
      this.cameras.update(this.focus, this.turn, this.wheels, dt, this.floor.heightAt);
      this.shade();
    }
    if (this.ground) pending = this.ground.update(this.focus, this.stage.camera.position);
    this.tracks?.flush();
    if (this.dust && this.sliding && this.block) {
      const speed = this.layout.gauge(this.block, "chassis.speed") ?? 0;
      this.dust.update(moving ? dt : 0, this.block, this.sliding, speed, this.isEarthy);
    }
    this.stage.render(this.focus);
    return pending;
  }

  get tiles(): number { return this.ground?.tiles ?? 0; }

  dispose(): void {
    this.clear();
    this.ground?.dispose();
    this.stage.dispose();
  }

  private readonly isEarthy = (x: number, y: number): boolean =>
    this.look.uniforms.nature.value > 0.5 && !(this.map?.isPaved(x + this.origin[0], y + this.origin[1]) ?? false);

  private get origin(): Triple { return this.scene?.origin ?? [0, 0, 0]; }

  private lay(): void {
    if (this.ground) { this.stage.scene.remove(this.ground.object); this.ground.dispose(); this.ground = null; }
    if (!this.terrain) return;
    this.ground = groundOf(this.terrain, this.origin, this.look);
    this.paintCourse();
    this.stage.scene.add(this.ground.object);
  }

  private paintCourse(): void {
    const { uniforms } = this.look, { map } = this;
    uniforms.courseOn.value = map ? 1 : 0;
    if (!map) return;
    uniforms.nature.value = 1;
    uniforms.course.value = map.texture;
    uniforms.courseFrame.value.set(map.x0 - this.origin[0], map.y0 - this.origin[1], 1 / map.width, 1 / map.height);
  }

  private clear(): void {
    for (const one of [this.figure, this.forces, this.tracks, this.dust, ...this.ghosts.map((g) => g.figure)]) {
      if (!one) continue;
      this.stage.scene.remove(one.object);
      one.dispose();
    }
    this.ghosts = [];
    this.block = null;
  }

  private apply(): void {
    const { options } = this;
    this.figure?.setBody(this.camera === "corner" ? "clear" : this.camera === "hood" ? "solid" : this.body);
    // from the driver's seat arrows would stand in the way
    if (this.forces) this.forces.object.visible = options.arrows && this.camera !== "hood";
    if (this.tracks) this.tracks.object.visible = options.tracks;
    for (const ghost of this.ghosts) ghost.figure.object.visible = options.ghosts;
    this.look.uniforms.colours.value = options.friction ? 1 : 0;
    this.onMeaning({ options, camera: this.camera, scale: 1000 * (this.forces?.scale ?? 0), friction: frictionOf(this.terrain) });
    this.dirty = true;
  }

  /** Dark under the car, if it is near the ground. */
  private shade(): void {
    FORWARD.set(1, 0, 0).applyQuaternion(this.turn).setZ(0).normalize();
    this.look.uniforms.car.value.set(this.focus.x, this.focus.y, FORWARD.x, FORWARD.y);
  }

  private carSize(scene: Scene): void {
    const hull = scene.shapes.find((shape) => shape.kind === "hull");
    if (hull?.kind !== "hull") return void this.look.uniforms.carSize.value.set(0, 0);
    const reach = Math.max(...hull.outline.map(([x]) => Math.abs(x)));
    this.look.uniforms.carSize.value.set(0.85 * reach, 0.38 * hull.width);
  }

  private mouse(): void {
    const canvas = this.stage.renderer.domElement;
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", (event) => {
      if (!event.buttons) return;
      this.cameras?.drag(event.movementX, event.movementY);
      this.dirty = true;
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.cameras?.wheel(event.deltaY);
      this.dirty = true;
    }, { passive: false });
    canvas.addEventListener("dblclick", () => { this.cameras?.recentre(); this.dirty = true; });
  }
}

const FORWARD = new Vector3();

/** Least and greatest friction factor of a ground. */
function frictionOf(terrain: Terrain | null): [number, number] {
  if (!terrain?.friction) return [terrain?.plain?.friction_value ?? 1, terrain?.plain?.friction_value ?? 1];
  let low = Infinity, high = -Infinity;
  for (const value of terrain.friction) { if (value < low) low = value; if (value > high) high = value; }
  return [low, high];
}
