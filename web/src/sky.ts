/** Sky: a dome with sun and clouds, and a ring of far hills where the ground fades into haze. */

import { BackSide, BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, ShaderMaterial, SphereGeometry, type Texture, Vector3 } from "three";

export const HORIZON = new Color("#cfdbe4");
/** The haze: what is far away takes this colour. */
const ZENITH = new Color("#4d7fb5"), RIDGE = new Color("#93a8b8"), BELOW = new Color("#9fa89c");
export const SUN = new Vector3(-15, 13, 19);
/** Direction to the sun. */

/** radius [m]: where the dome stands, behind everything that is drawn. */
export function sky(radius: number, clouds: Texture): Group {
  const group = new Group();
  const dome = new Mesh(new SphereGeometry(radius, 32, 20), new ShaderMaterial({
    side: BackSide, depthWrite: false, vertexShader: VERTEX, fragmentShader: FRAGMENT,
    uniforms: { clouds: { value: clouds }, horizon: { value: HORIZON }, zenith: { value: ZENITH }, below: { value: BELOW }, sun: { value: SUN.clone().normalize() } },
  }));
  const far = new Mesh(ridges(0.78 * radius), new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, fog: false }));
  for (const mesh of [dome, far]) mesh.frustumCulled = false;
  // drawn after everything solid and behind it, so that only the sky that is seen costs time
  dome.renderOrder = 0.6;
  far.renderOrder = 0.5;
  group.add(dome, far);
  return group;
}

/** Two rows of hills all around, the farther one higher and paler. */
function ridges(radius: number): BufferGeometry {
  const around = 160, position: number[] = [], colour: number[] = [], index: number[] = [];
  for (const [distance, tall, pale, phase] of [[radius, 0.042, 0.72, 1.3], [0.9 * radius, 0.022, 0.45, 4.1]]) {
    const start = position.length / 3;
    for (let k = 0; k <= around; k++) {
      const angle = (2 * Math.PI * k) / around, x = distance * Math.cos(angle), y = distance * Math.sin(angle);
      const wave = 0.5 + 0.27 * Math.sin(3 * angle + phase) + 0.16 * Math.sin(7 * angle + 2 * phase) + 0.1 * Math.sin(17 * angle + phase) + 0.05 * Math.sin(31 * angle);
      position.push(x, y, -0.05 * distance, x, y, 0, x, y, distance * tall * Math.max(0.05, wave));
      const top = RIDGE.clone().lerp(HORIZON, pale);
      for (const one of [HORIZON, HORIZON, top]) colour.push(one.r, one.g, one.b);
      if (k === around) continue;
      for (const row of [0, 1]) { const a = start + 3 * k + row; index.push(a, a + 3, a + 4, a, a + 4, a + 1); }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colour), 3));
  geometry.setIndex(index);
  return geometry;
}

const VERTEX = /* glsl */ `
varying vec3 toward;
void main() { toward = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;

const FRAGMENT = /* glsl */ `
varying vec3 toward; uniform sampler2D clouds; uniform vec3 horizon; uniform vec3 zenith; uniform vec3 below; uniform vec3 sun;
void main() {
  vec3 d = normalize(toward);
  vec3 colour = d.z > 0.0 ? mix(horizon, zenith, pow(min(1.0, 1.25 * d.z), 0.7)) : mix(horizon, below, min(1.0, -6.0 * d.z));
  if (d.z > 0.0) {
    vec2 at = d.xy / (d.z + 0.16);
    float mass = 0.62 * texture2D(clouds, 0.035 * at).r + 0.38 * texture2D(clouds, 0.13 * at + 0.3).r;
    colour = mix(colour, vec3(0.94, 0.95, 0.96), 0.75 * smoothstep(0.50, 0.66, mass) * smoothstep(0.02, 0.22, d.z));
  }
  float near = max(dot(d, sun), 0.0);
  colour += vec3(1.0, 0.90, 0.70) * (0.16 * pow(near, 10.0) + 1.6 * smoothstep(0.9994, 0.9997, near));
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}`;
