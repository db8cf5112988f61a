/** The left side of an axle in 3D: its links, and hardpoints that are dragged in the plane of the screen or along an axis. */

import {
  AmbientLight, BufferGeometry, Color, CylinderGeometry, DirectionalLight, Float32BufferAttribute, GridHelper, Group, LineBasicMaterial, LineSegments, Mesh,
  MeshLambertMaterial, OrthographicCamera, Plane, Raycaster, Scene, SphereGeometry, TorusGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Triple } from "../protocol.ts";
import type { Curves, Point } from "./messages.ts";

const COLOURS: Record<string, string> = { part: "#5b6772", carrier: "#3f4a54", rod: "#0072b2", spring: "#009e73", kingpin: "#d2562d" };
const RADIUS: Record<string, number> = { part: 0.009, carrier: 0.007, rod: 0.006, spring: 0.012, kingpin: 0.0025 };
const POINT = 0.014;
/** Radius of a hardpoint [m]. */
const VIEWS: Record<string, Triple> = { corner: [0.8, 1, 0.6], front: [1, 0, 0], side: [0, 1, 0], top: [0, 0, 1] };
/** Name of a view → direction from which it looks. */
export type Axis = "x" | "y" | "z" | null;

export class LinkageView {
  readonly renderer: WebGLRenderer;
  /** Only this coordinate moves; null: the plane of the screen. */
  axis: Axis = null;
  onMove: (path: string, at: Triple, done: boolean) => void = () => {};
  onChoose: (path: string | null) => void = () => {};
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera(-1, 1, 1, -1, -20, 40);
  private readonly controls: OrbitControls;
  private readonly links = new Group();
  private readonly balls = new Map<string, Mesh<SphereGeometry, MeshLambertMaterial>>();
  private readonly ray = new Raycaster();
  private readonly plane = new Plane();
  private dragged: { path: string; offset: Vector3; from: Vector3 } | null = null;
  private chosen: string | null = null;
  private wanted = true;
  private centred = "";
  private height = 0.5;
  private pictures = 0;

  constructor(readonly element: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true });
    this.renderer.domElement.className = "design-canvas";
    this.renderer.domElement.setAttribute("aria-label", "Linkage in 3D; drag a hardpoint");
    element.prepend(this.renderer.domElement);
    this.scene.background = new Color("#eef1f3");
    this.scene.add(new AmbientLight("#ffffff", 1.6), this.links);
    const sun = new DirectionalLight("#ffffff", 1.8);
    sun.position.set(3, 4, 6);
    this.scene.add(sun);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("change", () => { this.wanted = true; });
    new ResizeObserver(() => this.resize()).observe(element);
    this.mouse();
    this.frame();
  }

  /** Hardpoints of an axle. */
  setPoints(points: Point[], places: Record<string, Triple>): void {
    const wanted = new Set(points.map(({ path }) => path));
    for (const [path, ball] of this.balls) if (!wanted.has(path)) { this.scene.remove(ball); this.balls.delete(path); }
    for (const { path } of points) {
      let ball = this.balls.get(path);
      if (!ball) {
        ball = new Mesh(new SphereGeometry(POINT, 20, 14), new MeshLambertMaterial({ color: "#e08a4a" }));
        ball.renderOrder = 1;
        this.balls.set(path, ball);
        this.scene.add(ball);
      }
      if (this.dragged?.path !== path) ball.position.set(...places[path]);
    }
    this.wanted = true;
  }

  choose(path: string | null): void {
    this.chosen = path;
    for (const [name, ball] of this.balls) ball.material.color.set(name === path ? "#d2562d" : "#e08a4a");
    this.wanted = true;
  }

  /** Links, wheel, kingpin and centres of the axle. */
  show(curves: Curves): void {
    for (const child of [...this.links.children]) { this.links.remove(child); (child as Mesh).geometry?.dispose(); }
    for (const [kind, a, b] of curves.links) this.links.add(stick(a, b, RADIUS[kind] ?? 0.006, COLOURS[kind] ?? "#5b6772"));
    const { wheel } = curves, tire = new Mesh(new TorusGeometry(0.86 * wheel.radius, 0.14 * wheel.radius, 14, 60), new MeshLambertMaterial({ color: "#20262b", transparent: true, opacity: 0.22, depthWrite: false }));
    tire.position.set(...wheel.centre);
    tire.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...wheel.axis).normalize());
    this.links.add(tire, dashed(wheel.contact, curves.instant_centre, "#8a5fb0"), mark(curves.instant_centre, 0.014, "#8a5fb0"), mark(curves.roll_centre, 0.02, "#0072b2"));
    if (this.centred !== curves.axle) {
      this.centred = curves.axle;
      this.middle.set(wheel.centre[0], 0.62 * wheel.centre[1], 1.05 * wheel.centre[2]);
      this.height = 1.55 * wheel.radius;
      const grid = this.scene.getObjectByName("grid");
      if (grid) this.scene.remove(grid);
      const floor = new GridHelper(2, 20, "#b9c2c9", "#d7dde1");
      floor.name = "grid";
      floor.rotation.x = Math.PI / 2;
      floor.position.set(wheel.centre[0], 0.5, 0);
      this.scene.add(floor);
      this.look("corner");
    }
    this.wanted = true;
  }

  /** Look from a direction: corner, front, side or top. */
  look(view: string): void {
    const [x, y, z] = VIEWS[view] ?? VIEWS.corner;
    this.controls.target.copy(this.middle);
    this.camera.position.copy(this.middle).add(new Vector3(x, y, z).normalize().multiplyScalar(3));
    this.camera.up.set(view === "top" ? 1 : 0, 0, view === "top" ? 0 : 1);
    this.camera.zoom = 1;
    this.resize();
    this.controls.update();
  }

  /** Where a hardpoint is on the screen [px]. */
  pixel(path: string): [number, number] | null {
    const ball = this.balls.get(path), box = this.renderer.domElement.getBoundingClientRect();
    if (!ball) return null;
    this.camera.updateMatrixWorld();
    const p = ball.position.clone().project(this.camera);
    return [box.left + 0.5 * (p.x + 1) * box.width, box.top + 0.5 * (1 - p.y) * box.height];
  }

  get drawn(): number { return this.pictures; }

  private readonly middle = new Vector3();

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    const half = this.height * Math.max(1, height / width);
    Object.assign(this.camera, { left: -half * width / height, right: half * width / height, top: half, bottom: -half });
    this.camera.updateProjectionMatrix();
    this.wanted = true;
  }

  private frame(): void {
    requestAnimationFrame(() => this.frame());
    this.controls.update();
    if (!this.wanted) return;
    this.wanted = false;
    for (const ball of this.balls.values()) ball.scale.setScalar(1 / Math.max(0.6, this.camera.zoom));
    this.renderer.render(this.scene, this.camera);
    this.pictures++;
  }

  private mouse(): void {
    const canvas = this.renderer.domElement;
    // before the camera's own controls see the press
    canvas.addEventListener("pointerdown", (event) => {
      const hit = this.aim(event).intersectObjects([...this.balls.values()])[0];
      if (event.button !== 0 || !hit) return;
      const path = [...this.balls].find(([, ball]) => ball === hit.object)![0], from = hit.object.position.clone();
      this.plane.setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new Vector3()), from);
      const at = this.ray.ray.intersectPlane(this.plane, new Vector3());
      if (!at) return;
      this.dragged = { path, offset: from.clone().sub(at), from };
      this.controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
      this.choose(path);
      this.onChoose(path);
      event.stopImmediatePropagation();
    }, { capture: true });
    canvas.addEventListener("pointermove", (event) => { if (this.dragged) this.pull(event, false); });
    const release = (event: PointerEvent): void => {
      if (!this.dragged) return;
      this.pull(event, true);
      this.dragged = null;
      this.controls.enabled = true;
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
  }

  private pull(event: PointerEvent, done: boolean): void {
    const at = this.aim(event).ray.intersectPlane(this.plane, new Vector3());
    if (!this.dragged || !at) return;
    const { path, offset, from } = this.dragged, place = at.add(offset);
    if (this.axis) for (const one of ["x", "y", "z"] as const) if (one !== this.axis) place[one] = from[one];
    const rounded = place.toArray().map((value) => Math.round(1e4 * value) / 1e4) as Triple;
    this.balls.get(path)?.position.set(...rounded);
    this.wanted = true;
    this.onMove(path, rounded, done);
  }

  private aim(event: PointerEvent): Raycaster {
    const box = this.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height);
    this.camera.updateMatrixWorld();
    this.ray.setFromCamera(at, this.camera);
    return this.ray;
  }

  get choice(): string | null { return this.chosen; }
}

function stick(a: Triple, b: Triple, radius: number, colour: string): Mesh {
  const from = new Vector3(...a), along = new Vector3(...b).sub(from), length = Math.max(along.length(), 1e-6);
  const mesh = new Mesh(new CylinderGeometry(radius, radius, length, 12), new MeshLambertMaterial({ color: colour }));
  mesh.position.copy(from).addScaledVector(along, 0.5);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.divideScalar(length));
  return mesh;
}

function dashed(a: Triple, b: Triple, colour: string): LineSegments {
  const from = new Vector3(...a), to = new Vector3(...b), count = 40, places: number[] = [];
  for (let k = 0; k < count; k++) places.push(...from.clone().lerp(to, k / count).toArray(), ...from.clone().lerp(to, (k + 0.55) / count).toArray());
  return new LineSegments(new BufferGeometry().setAttribute("position", new Float32BufferAttribute(places, 3)), new LineBasicMaterial({ color: colour }));
}

function mark(at: Triple, radius: number, colour: string): Mesh {
  const ball = new Mesh(new SphereGeometry(radius, 16, 12), new MeshLambertMaterial({ color: colour }));
  ball.position.set(...at);
  return ball;
}
