/** How ground looks: shaded by its slope, with grid lines every 1, 10 and 100 m, friction colours, and dark under the car. */

import {
  Color, DataTexture, DoubleSide, LinearFilter, LinearMipmapLinearFilter, LinearMipmapNearestFilter,
  MeshBasicMaterial, MeshLambertMaterial, RedFormat, RepeatWrapping, Vector2, Vector4,
} from "three";

export interface Look {
  material: MeshLambertMaterial | MeshBasicMaterial;
  simple: boolean;
  uniforms: {
    shift: { value: Vector2 };
    car: { value: Vector4 };
    carSize: { value: Vector2 };
    colours: { value: number };
    grain: { value: DataTexture };
  };
}

/** simple: for graphics in software. */
export function groundLook(simple: boolean): Look {
  const uniforms: Look["uniforms"] = {
    shift: { value: new Vector2() },
    car: { value: new Vector4(0, 0, 1, 0) },
    carSize: { value: new Vector2(0, 0) },
    colours: { value: 0 },
    grain: { value: grain(simple) },
  };
  const Kind = simple ? MeshBasicMaterial : MeshLambertMaterial;
  const material = new Kind({ color: new Color("#918f87"), side: DoubleSide });
  if (simple) material.defines = { SIMPLE: "" };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${VARYINGS}\nattribute float friction;`)
      .replace("#include <begin_vertex>", `#include <begin_vertex>
        place = (modelMatrix * vec4(position, 1.0)).xyz; adhesion = friction; rise = 1.0 - normal.z;
        light = vec3(0.36, 0.37, 0.38) + vec3(0.82, 0.78, 0.70) * max(0.0, dot(normal, vec3(-0.546, 0.473, 0.691)));`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${VARYINGS}\n${PAINT}`)
      .replace("#include <color_fragment>", "#include <color_fragment>\ndiffuseColor.rgb = paint(diffuseColor.rgb);");
  };
  return { material, simple, uniforms };
}

const VARYINGS = "varying vec3 place; varying float adhesion; varying float rise; varying vec3 light;";

const PAINT = /* glsl */ `
uniform vec2 shift; uniform vec4 car; uniform vec2 carSize; uniform float colours; uniform sampler2D grain;
float lines(vec2 p, vec2 blur, float step, float half_width) {
  vec2 away = abs(fract(p / step - 0.5) - 0.5) * step;
  vec2 line = (1.0 - smoothstep(vec2(half_width), half_width + 1.5 * blur, away)) * clamp(1.2 - 4.0 * blur / step, 0.0, 1.0);
  return max(line.x, line.y);
}
vec3 paint(vec3 base) {
  vec2 p = place.xy + shift;
  vec2 blur = fwidth(p);
  float coarse = max(blur.x, blur.y);
  vec3 colour = mix(base, vec3(0.36, 0.30, 0.22), clamp(rise * 9.0, 0.0, 0.65));
#ifdef SIMPLE
  colour *= light * (0.88 + 0.24 * texture2D(grain, p * 0.21).r);
#else
  colour *= 0.75 + 0.24 * texture2D(grain, p * 0.21).r + 0.26 * texture2D(grain, p * 0.0117).r;
#endif
  vec2 square = floor(p / 10.0);
  colour *= 1.0 + 0.035 * (mod(square.x + square.y, 2.0) - 0.5) * clamp(1.5 - coarse * 0.2, 0.0, 1.0);
  if (colours > 0.0) {
    vec3 ice = vec3(0.10, 0.34, 0.72), grip = vec3(0.72, 0.34, 0.08);
    vec3 tint = adhesion < 1.0 ? mix(colour, ice, clamp((1.0 - adhesion) * 1.15, 0.0, 0.85)) : mix(colour, grip, clamp(adhesion - 1.0, 0.0, 0.8));
    colour = mix(colour, tint, colours);
  }
  float dark = 0.19 * lines(p, blur, 1.0, 0.009);
  dark = max(dark, 0.25 * lines(p, blur, 10.0, 0.025));
#ifndef SIMPLE
  dark = max(dark, 0.36 * lines(p, blur, 100.0, 0.08));
#endif
  colour *= 1.0 - dark;
  vec2 d = place.xy - car.xy;
  vec2 local = vec2(dot(d, car.zw), dot(d, vec2(-car.w, car.z)));
  float outside = length(max(abs(local) - carSize, 0.0));
  if (carSize.x > 0.0) colour *= 0.5 + 0.5 * smoothstep(0.0, 0.55, outside);
  return colour;
}`;

/** A small field of smooth random values that repeats. */
function grain(simple: boolean): DataTexture {
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
