/** A car's body from a glTF file of the user's. It comes a moment after the rest of the picture, because decoding takes time. */

import { Box3, Group, type Material, Matrix4, Mesh, MeshLambertMaterial, MeshStandardMaterial, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { inflated, type MeshOf } from "../protocol.ts";
import type { Body } from "./palette.ts";

interface Finish { material: Material; opacity: number; transparent: boolean; depthWrite: boolean }

export class MeshBody {
  readonly object = new Group();
  /** Half length and half width [m]; 0 before it has arrived. */
  readonly half: [number, number] = [0, 0];
  private readonly finishes: Finish[] = [];
  private body: Body = "solid";
  private gone = false;
  private readonly scale: number;

  /** one: the material of all parts instead of their own; ready: told when it can be drawn. */
  constructor(shape: MeshOf, private readonly one: Material | null, private readonly simple: boolean, ready: () => void) {
    this.scale = shape.scale;
    const ahead = new Vector3(...shape.ahead), up = new Vector3(...shape.up), left = new Vector3().crossVectors(up, ahead);
    this.object.applyMatrix4(new Matrix4().makeBasis(left, up, ahead).scale(new Vector3(shape.scale, shape.scale, shape.scale)).setPosition(...shape.at));
    void this.load(shape.glb).then(ready, (why) => console.warn(`jounce: the body's file is not drawn: ${String(why)}`));
  }

  /** As it is in its file, half transparent, or so that everything in it is seen. */
  show(body: Body): void {
    this.body = body;
    const share = body === "solid" ? 1 : body === "half" ? 0.5 : 0.15;
    for (const { material, opacity, transparent, depthWrite } of this.finishes) {
      material.opacity = share * opacity;
      material.transparent = transparent || share < 1;
      material.depthWrite = depthWrite && body !== "clear";
      material.needsUpdate = true;
    }
  }

  dispose(): void {
    this.gone = true;
    for (const { material } of this.finishes) material.dispose();
  }

  private async load(packed: string): Promise<void> {
    const bytes = await inflated(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)));
    const { scene } = await new GLTFLoader().parseAsync(bytes.buffer, "");
    if (this.gone) return;
    const known = new Map<Material, Material>();
    scene.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.frustumCulled = false;
      part.castShadow = this.one === null;
      if (this.one) { part.material = this.one; part.renderOrder = 2; return; }
      const own = part.material as Material;
      if (!known.has(own)) known.set(own, this.finish(own));
      part.material = known.get(own) as Material;
    });
    const size = new Box3().setFromObject(scene).getSize(new Vector3()).multiplyScalar(this.scale / 2);
    this.half[0] = size.z;
    this.half[1] = size.x;
    this.object.add(scene);
    this.show(this.body);
  }

  /** A material as it can be drawn, kept with its own opacity. */
  private finish(own: Material): Material {
    let material = own;
    if (this.simple && own instanceof MeshStandardMaterial) {
      const { color, map, vertexColors, side, opacity, transparent, alphaTest } = own;
      material = new MeshLambertMaterial({ color, map, vertexColors, side, opacity, transparent, alphaTest });
    }
    this.finishes.push({ material, opacity: material.opacity, transparent: material.transparent, depthWrite: material.depthWrite });
    return material;
  }
}
