/** Everything that moves with a block: rigid parts of bodies, hull, bars and springs between bodies. */

import { Bone, Color, CylinderGeometry, Group, InstancedMesh, Matrix4, Mesh, Object3D, Quaternion, Skeleton, SkinnedMesh, Vector3 } from "three";
import type { Layout } from "../block.ts";
import type { Bar, MeshOf, Scene, Shape, Spring } from "../protocol.ts";
import { Assembly } from "./assembly.ts";
import { hullOf } from "./hull.ts";
import { type Body, colourOf, ghostly, type Materials, showBody, solid, type Surface } from "./palette.ts";
import { labelOf } from "./labels.ts";
import { MeshBody } from "./meshbody.ts";
import { addRigid } from "./shapes.ts";
import { signOf } from "./signs.ts";
import { coil } from "./spring.ts";

const PAINTS = ["#2f5f8a", "#8f3a30", "#3f6b55", "#28628c", "#a5742f"];
const RIGID = new Set(["rod", "ball", "pin", "wheel", "box", "cone", "cylinder"]);
const KNOWN = new Set([...RIGID, "bar", "spring", "hull", "label", "sign", "mesh"]);
const DOWN = new Vector3(0, 1, 0), AHEAD = new Vector3(0, 0, 1), ONE = new Vector3(1, 1, 1);

export class Figure {
  readonly object = new Group();
  readonly materials: Materials;
  /** Shapes drawn, by kind. */
  readonly counts: Record<string, number> = {};
  readonly bones: Bone[] = [];
  /** Told when a body from a file has arrived. */
  onArrival: (half: [number, number]) => void = () => {};
  private readonly meshes: MeshBody[] = [];
  private readonly links: { shape: Bar | Spring; natural: number; strut: boolean; coil: Mesh | null }[] = [];
  private readonly sticks: InstancedMesh;

  /** Bodies are found in the blocks by name. simple: materials for graphics in software. */
  constructor(scene: Scene, private readonly layout: Layout, style: "solid" | "ghost", simple: boolean) {
    this.materials = style === "ghost" ? ghostly(simple) : solid(PAINTS[hash(scene.vehicle) % PAINTS.length], simple);
    for (let i = 0; i <= scene.bodies.length; i++) this.bones.push(new Bone());
    this.object.add(...this.bones);
    const parts = new Assembly(), shell = new Assembly();
    for (const shape of scene.shapes) {
      if (!KNOWN.has(shape.kind)) { warnOnce(shape); continue; }
      if (style === "ghost" && shape.body < 0) continue;
      if (shape.kind === "mesh") { this.addMesh(shape, style === "ghost", simple); continue; }
      this.counts[shape.kind] = (this.counts[shape.kind] ?? 0) + 1;
      if (RIGID.has(shape.kind)) addRigid(shape.kind === "box" && shape.role === "chassis" ? shell : parts, shape, this.boneOf(shape.body));
      else if (shape.kind === "label") this.bones[this.boneOf(shape.body)].add(labelOf(shape));
      else if (shape.kind === "sign") this.bones[this.boneOf(shape.body)].add(signOf(shape));
      else if (shape.kind === "hull") this.bones[this.boneOf(shape.body)].add(hullOf(shape, this.materials));
      else if (shape.kind === "bar") this.links.push({ shape, natural: 0, strut: false, coil: null });
      else if (shape.kind === "spring") {
        const mesh = shape.coils > 0 ? new Mesh(coil(shape.radius, shape.coils, 0.32), this.materials.spring) : null;
        this.links.push({ shape, natural: 0, strut: true, coil: mesh });
        if (mesh) this.object.add(mesh);
      }
    }
    if (!parts.empty) this.object.add(this.skinned(parts, this.materials.parts));
    if (!shell.empty) this.object.add(this.skinned(shell, this.materials.shell));
    this.sticks = this.instanced();
    this.object.traverse((one: Object3D) => {
      one.castShadow = style === "solid";
      one.frustumCulled = false;
      if (style === "ghost") one.renderOrder = 2;
    });
    this.bodyIndex = scene.bodies.map((name) => layout.bodyOf(name));
  }
  private readonly bodyIndex: number[];

  setBody(body: Body): void {
    showBody(this.materials, body);
    for (const mesh of this.meshes) mesh.show(body);
  }

  /** Move everything to where a block has it. */
  pose(block: Float32Array): void {
    this.bodyIndex.forEach((body, i) => {
      if (body < 0) return;
      const at = this.layout.poseAt(body), bone = this.bones[i];
      bone.position.set(block[at], block[at + 1], block[at + 2]);
      bone.quaternion.set(block[at + 4], block[at + 5], block[at + 6], block[at + 3]);
      bone.updateMatrix();
    });
    this.stretch();
  }

  dispose(): void {
    this.object.traverse((one) => { if (one instanceof Mesh) one.geometry.dispose(); });
    for (const material of Object.values(this.materials)) material.dispose();
    for (const mesh of this.meshes) mesh.dispose();
  }

  private addMesh(shape: MeshOf, ghost: boolean, simple: boolean): void {
    const mesh = new MeshBody(shape, ghost ? this.materials.paint : null, simple, () => {
      this.counts.mesh = (this.counts.mesh ?? 0) + 1;
      this.onArrival(mesh.half);
    });
    this.meshes.push(mesh);
    this.bones[this.boneOf(shape.body)].add(mesh.object);
  }

  private boneOf(body: number): number { return body < 0 ? this.bones.length - 1 : body; }

  private skinned(parts: Assembly, material: Surface): SkinnedMesh {
    const mesh = new SkinnedMesh(parts.geometry(true), material);
    mesh.bind(new Skeleton(this.bones, this.bones.map(() => new Matrix4())), new Matrix4());
    return mesh;
  }

  /** One cylinder per bar; per spring a damper's rod and tube. */
  private instanced(): InstancedMesh {
    const count = this.links.reduce((sum, { strut }) => sum + (strut ? 2 : 1), 0);
    const mesh = new InstancedMesh(new CylinderGeometry(1, 1, 1, 12), this.materials.spring.clone(), Math.max(count, 1));
    mesh.count = count;
    mesh.material.color.set(this.materials.parts.transparent ? "#5b8fd6" : "#ffffff");
    let k = 0;
    for (const { shape, strut } of this.links) {
      if (strut) {
        mesh.setColorAt(k++, new Color("#c3c9cf"));
        mesh.setColorAt(k++, colourOf("damper"));
      } else mesh.setColorAt(k++, colourOf(shape.role));
    }
    this.object.add(mesh);
    return mesh;
  }

  private stretch(): void {
    let k = 0;
    for (const link of this.links) {
      const { shape } = link;
      place(this.bones[this.boneOf(shape.body)], shape.a, A);
      place(this.bones[this.boneOf(shape.other)], shape.b, B);
      AXIS.subVectors(B, A);
      const length = AXIS.length();
      if (length < 1e-9) AXIS.copy(AHEAD); else AXIS.divideScalar(length);
      if (!link.strut) {
        this.stick(k++, A, AXIS, 0, length, shape.radius);
        continue;
      }
      if (!link.natural) link.natural = length;
      this.stick(k++, A, AXIS, 0, length, 0.16 * shape.radius);
      this.stick(k++, A, AXIS, length - 0.55 * link.natural, length, (link.coil ? 0.42 : 1) * shape.radius);
      if (!link.coil) continue;
      link.coil.position.copy(A);
      link.coil.quaternion.setFromUnitVectors(AHEAD, AXIS);
      link.coil.scale.set(1, 1, length);
    }
    this.sticks.instanceMatrix.needsUpdate = true;
  }

  private stick(k: number, start: Vector3, axis: Vector3, from: number, to: number, radius: number): void {
    MIDDLE.copy(start).addScaledVector(axis, (from + to) / 2);
    MATRIX.compose(MIDDLE, TURN.setFromUnitVectors(DOWN, axis), ONE.set(radius, to - from, radius));
    this.sticks.setMatrixAt(k, MATRIX);
  }
}

const A = new Vector3(), B = new Vector3(), AXIS = new Vector3(), MIDDLE = new Vector3(), MATRIX = new Matrix4(), TURN = new Quaternion();

function place(bone: Bone, point: [number, number, number], into: Vector3): void {
  into.set(...point).applyQuaternion(bone.quaternion).add(bone.position);
}

function hash(text: string): number {
  let h = 0;
  for (const c of text) h = (h * 31 + c.charCodeAt(0)) >>> 0;
  return h;
}

const warned = new Set<string>();
function warnOnce(shape: Shape): void {
  const kind = String((shape as { kind: unknown }).kind);
  if (!warned.has(kind)) console.warn(`jounce: shapes of kind "${kind}" are not drawn`);
  warned.add(kind);
}
