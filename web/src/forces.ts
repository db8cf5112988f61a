/** Arrows of the contact forces, and of their part along the ground. */

import { Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshLambertMaterial, Quaternion, Vector3 } from "three";
import type { Layout } from "./block.ts";
import type { Scene } from "./protocol.ts";

const LENGTH = 0.8;
/** Of an arrow of a quarter of the weight [m]. */

export class Forces {
  readonly object = new Group();
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  /** Length of an arrow [m/N]. */
  readonly scale: number;

  constructor(private readonly scene: Scene, private readonly layout: Layout) {
    const count = 2 * Math.max(scene.contacts.length, 1), material = new MeshLambertMaterial({ emissive: "#222222" });
    this.shafts = new InstancedMesh(new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), material, count);
    this.heads = new InstancedMesh(new ConeGeometry(1, 1, 14).translate(0, 0.5, 0), material, count);
    for (const mesh of [this.shafts, this.heads]) {
      mesh.frustumCulled = false;
      for (let k = 0; k < count; k++) mesh.setColorAt(k, new Color(k % 2 ? "#e0a020" : "#1f9d8a"));
    }
    this.object.add(this.shafts, this.heads);
    // once more, faintly, through whatever stands before them
    const faint = new MeshLambertMaterial({ emissive: "#222222", transparent: true, opacity: 0.28, depthTest: false, depthWrite: false });
    for (const mesh of [this.shafts, this.heads]) {
      const copy = new InstancedMesh(mesh.geometry, faint, count);
      copy.instanceMatrix = mesh.instanceMatrix;
      copy.instanceColor = mesh.instanceColor;
      copy.frustumCulled = false;
      copy.renderOrder = 4;
      this.object.add(copy);
    }
    this.scale = LENGTH / (Math.max(scene.weight, 1) / 4);
    this.object.traverse((one) => { if (one instanceof InstancedMesh && !scene.contacts.length) one.count = 0; });
  }

  update(block: Float32Array, normalAt: (x: number, y: number, into: Vector3) => Vector3): void {
    for (let c = 0; c < this.scene.contacts.length; c++) {
      const at = this.layout.contactAt(c);
      POINT.set(block[at], block[at + 1], block[at + 2]);
      FORCE.set(block[at + 3], block[at + 4], block[at + 5]);
      normalAt(POINT.x, POINT.y, NORMAL);
      this.arrow(2 * c, POINT, FORCE, 0.028);
      POINT.addScaledVector(NORMAL, 0.03);
      FORCE.addScaledVector(NORMAL, -FORCE.dot(NORMAL));
      this.arrow(2 * c + 1, POINT, FORCE, 0.022);
    }
    this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.shafts, this.heads]) { mesh.geometry.dispose(); mesh.dispose(); }
  }

  private arrow(k: number, from: Vector3, force: Vector3, radius: number): void {
    const length = Math.min(this.scale * force.length(), 6);
    if (!(length > 0.02)) {
      this.shafts.setMatrixAt(k, NOTHING);
      this.heads.setMatrixAt(k, NOTHING);
      return;
    }
    const head = Math.min(0.4 * length, 5 * radius);
    TURN.setFromUnitVectors(UP, AXIS.copy(force).normalize());
    this.shafts.setMatrixAt(k, MATRIX.compose(from, TURN, SCALE.set(radius, length - head, radius)));
    TIP.copy(from).addScaledVector(AXIS, length - head);
    this.heads.setMatrixAt(k, MATRIX.compose(TIP, TURN, SCALE.set(2.3 * radius, head, 2.3 * radius)));
  }
}

const POINT = new Vector3(), FORCE = new Vector3(), NORMAL = new Vector3(), AXIS = new Vector3(), TIP = new Vector3(), SCALE = new Vector3();
const UP = new Vector3(0, 1, 0), TURN = new Quaternion(), MATRIX = new Matrix4(), NOTHING = new Matrix4().makeScale(0, 0, 0);
