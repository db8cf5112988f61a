/** Renderer, sky, sun and haze; quality follows the time that pictures take. */

import {
  DirectionalLight, FogExp2, type Group, HemisphereLight, PCFShadowMap, PerspectiveCamera, PMREMGenerator, Scene, type Vector3, WebGLRenderer,
} from "three";
import { Pace, PIXELS, type Quality } from "./quality.ts";
import { HORIZON, sky, SUN } from "./sky.ts";
import { grain } from "./terrain/look.ts";

const FAR = 4000;
/** Nothing further away is drawn [m]. */
const HAZE = 0.00105;
/** At one over this distance the haze covers two thirds [1/m]. */
const SHADE = 11;
/** Half the side of the square around the car in which things cast shadows [m]. */

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(50, 1, 0.05, FAR);
  readonly renderer: WebGLRenderer;
  /** Graphics are computed in software. */
  readonly simple = inSoftware();
  private readonly sun = new DirectionalLight("#fff1da", 2.9);
  /** From behind the eye, so that the side in the shade is not black. */
  private readonly fill = new DirectionalLight("#dfe9f5", 0.55);
  private readonly sky: Group;
  private readonly pace = new Pace(this.simple, new URLSearchParams(location.search).get("quality"));
  private readonly observer: ResizeObserver;
  /** Width on the right that a panel covers [px]: the middle of the picture moves. */
  covered = 0;
  private last = 0;
  private stays = false;

  constructor(private readonly element: HTMLElement, changed: () => void) {
    this.renderer = new WebGLRenderer({ antialias: !this.simple, powerPreference: "high-performance" });
    this.renderer.debug.checkShaderErrors = false;
    this.renderer.shadowMap.enabled = !this.simple;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.domElement.className = "jounce-canvas";
    this.renderer.domElement.tabIndex = 0;
    this.renderer.domElement.setAttribute("aria-label", "3D view");
    element.prepend(this.renderer.domElement);
    this.camera.up.set(0, 0, 1);
    this.sky = sky(0.9 * FAR, grain(this.simple));
    this.scene.add(this.sky, new HemisphereLight("#dfeaf5", "#8d8678", this.simple ? 1.9 : 1), this.sun, this.sun.target, this.fill, this.fill.target);
    this.scene.fog = new FogExp2(HORIZON, HAZE);
    if (!this.simple) this.scene.environment = this.reflections();
    this.scene.environmentIntensity = 0.55;
    this.sun.castShadow = !this.simple;
    this.sun.shadow.mapSize.set(2048, 2048);
    Object.assign(this.sun.shadow.camera, { left: -SHADE, right: SHADE, top: SHADE, bottom: -SHADE, near: 1, far: 60 });
    this.sun.shadow.normalBias = 0.02;
    this.observer = new ResizeObserver(() => { this.resize(); changed(); });
    this.observer.observe(element);
    this.resize();
  }

  /** Draw one picture; the sun's shadow lies around `focus`. */
  render(focus: Vector3): void {
    this.sun.target.position.copy(focus);
    this.sun.position.copy(focus).add(SUN);
    this.fill.target.position.copy(focus);
    this.fill.position.copy(this.camera.position);
    this.sky.position.set(this.camera.position.x, this.camera.position.y, Math.min(this.camera.position.z, focus.z));
    this.renderer.render(this.scene, this.camera);
  }

  get quality(): Quality { return this.pace.quality; }

  /** Tell of a picture that followed another at once. */
  paced(now: number): void {
    const took = now - this.last;
    this.last = now;
    if (!this.pace.took(took)) return;
    this.sun.castShadow = this.quality === "full";
    this.resize();
  }

  /** A picture that stays (nothing moves) may take longer, and is sharp. */
  still(on: boolean): void {
    if (this.stays === on) return;
    this.stays = on;
    this.resize();
  }

  dispose(): void {
    this.observer.disconnect();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  resize(): void {
    const width = Math.max(this.element.clientWidth, 1), height = Math.max(this.element.clientHeight, 1);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, Math.max(PIXELS[this.quality], this.stays ? 1 : 0)));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.setViewOffset(width, height, this.covered / 2, 0, width, height);
    this.camera.updateProjectionMatrix();
  }

  private reflections(): Scene["environment"] {
    const generator = new PMREMGenerator(this.renderer), room = new Scene();
    room.add(sky(50, grain(true)));
    const texture = generator.fromScene(room, 0.02, 0.1, 100, { size: 64 }).texture;
    generator.dispose();
    return texture;
  }
}

/** Whether graphics are slow by nature; `?quality=full` and `?quality=simple` decide instead.
 * Asks a context that is thrown away at once, because smooth edges are decided before the first picture. */
function inSoftware(): boolean {
  const wanted = new URLSearchParams(location.search).get("quality");
  if (wanted) return wanted === "simple";
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const about = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(about ? about.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
