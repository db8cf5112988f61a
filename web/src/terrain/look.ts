/** How ground looks: a material whose uniforms the view sets. */

import {
  Color, DataTexture, DoubleSide, LinearFilter, LinearMipmapLinearFilter, LinearMipmapNearestFilter,
  MeshBasicMaterial, MeshLambertMaterial, RedFormat, RepeatWrapping, type Texture, Vector2, Vector4,
} from "three";
import { PAINT, VARYINGS } from "./paint.ts";

export interface Look {
  material: MeshLambertMaterial | MeshBasicMaterial;
  simple: boolean;
  uniforms: {
    shift: { value: Vector2 };
    car: { value: Vector4 };
    carSize: { value: Vector2 };
    colours: { value: number };
    /** 1: grass and heath, 0: a paved plain. */
    nature: { value: number };
    /** Lowest and highest point, relative to the origin [m]. */
    heights: { value: Vector2 };
    /** Distance of contour lines [m], 0 for none. */
    contour: { value: number };
    grain: { value: DataTexture };
    course: { value: Texture };
    /** Corner of the course's map relative to the origin [m], and one over its size [1/m]. */
    courseFrame: { value: Vector4 };
    courseOn: { value: number };
  };
}

/** simple: for graphics in software. */
export function groundLook(simple: boolean): Look {
  const noise = grain(simple);
  const uniforms: Look["uniforms"] = {
    shift: { value: new Vector2() },
    car: { value: new Vector4(0, 0, 1, 0) },
    carSize: { value: new Vector2(0, 0) },
    colours: { value: 0 },
    nature: { value: 0 },
    heights: { value: new Vector2(0, 1) },
    contour: { value: 0 },
    grain: { value: noise },
    course: { value: noise },
    courseFrame: { value: new Vector4(0, 0, 1, 1) },
    courseOn: { value: 0 },
  };
  const Kind = simple ? MeshBasicMaterial : MeshLambertMaterial;
  const material = new Kind({ color: new Color("#ffffff"), side: DoubleSide });
  if (simple) material.defines = { SIMPLE: "" };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${VARYINGS}\nattribute float friction;`)
      .replace("#include <begin_vertex>", `#include <begin_vertex>
        place = (modelMatrix * vec4(position, 1.0)).xyz; adhesion = friction; upward = normal;`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${VARYINGS}\n${PAINT}`)
      .replace("#include <color_fragment>", "#include <color_fragment>\ndiffuseColor.rgb = paint();");
  };
  return { material, simple, uniforms };
}

/** A small field of smooth random values that repeats. */
export function grain(simple: boolean): DataTexture {
  const size = 128;
  let seed = 7;
  const random = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const field = new Float32Array(size * size);
  for (const [cells, weight] of [[128, 0.45], [64, 0.3], [16, 0.35], [8, 0.3]]) {
    const nodes = Array.from({ length: cells * cells }, random);
    const scale = cells / size;
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) {
      const x = i * scale, y = j * scale, m = Math.floor(x), n = Math.floor(y), u = x - m, v = y - n;
      const at = (a: number, b: number): number => nodes[((m + a) % cells) * cells + ((n + b) % cells)];
      field[i * size + j] += weight * ((1 - u) * ((1 - v) * at(0, 0) + v * at(0, 1)) + u * ((1 - v) * at(1, 0) + v * at(1, 1)) - 0.5);
    }
  }
  const texture = new DataTexture(Uint8Array.from(field, (z) => Math.min(255, Math.max(0, 128 + 200 * z))), size, size, RedFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = simple ? LinearMipmapNearestFilter : LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = simple ? 1 : 4;
  texture.needsUpdate = true;
  return texture;
}
