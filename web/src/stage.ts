/** Renderer, sky, sun and fog; quality goes down by itself where pictures take long. */

import {
  BackSide, BufferAttribute, Color, DirectionalLight, Fog, HemisphereLight, Mesh, MeshBasicMaterial, PCFShadowMap, PerspectiveCamera, PMREMGenerator,
  Scene, SphereGeometry, Vector3, WebGLRenderer,
} from "three";

const FAR = 4000;
/** Nothing further away is drawn [m]. */
const ZENITH = new Color("#6f93b8"), HORIZON = new Color("#d5dde3"), BELOW = new Color("#9aa19b");
type Quality = "full" | "plain" | "light" | "coarse";
const PIXELS: Record<Quality, number> = { full: 1.5, plain: 1, light: 0.8, coarse: 0.62 };
/** Per pixel of the page, at most. */
const SLOW = 60;
/** A picture that takes longer is slow [ms]. */

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(50, 1, 0.05, FAR);
  readonly renderer: WebGLRenderer;
  /** full; plain: no shadows; light, coarse: fewer pixels as well. Graphics in software begin light, with simple materials. */
  quality: Quality = "full";
  /** Graphics are computed in software. */
  readonly simple = inSoftware();
  private readonly sun = new DirectionalLight("#fff1da", 2.9);
  private readonly sky: Mesh;
  private readonly observer: ResizeObserver;
  /** Width on the right that a panel covers [px]: the middle of the picture moves. */
  covered = 0;
  private slow = 0;
  private last = 0;
  private stays = false;

  constructor(private readonly element: HTMLElement, changed: () => void) {
    this.renderer = new WebGLRenderer({ antialias: !this.simple, powerPreference: "high-performance" });
    this.renderer.debug.checkShaderErrors = false;
    if (this.simple) this.quality = "light";
    this.renderer.shadowMap.enabled = !this.simple;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.domElement.className = "jounce-canvas";
    this.renderer.domElement.tabIndex = 0;
    this.renderer.domElement.setAttribute("aria-label", "3D view");
    element.prepend(this.renderer.domElement);
    this.camera.up.set(0, 0, 1);
    this.sky = dome();
    // drawn after everything solid and behind it, so that only the sky that is seen costs time
    this.sky.scale.setScalar(FAR / 60);
    this.sky.renderOrder = 0.5;
    this.scene.add(this.sky, new HemisphereLight("#dfeaf5", "#8d8678", this.simple ? 1.9 : 1), this.sun, this.sun.target);
    this.scene.fog = new Fog(HORIZON, 180, 1400);
    if (!this.simple) this.scene.environment = this.reflections();
    this.scene.environmentIntensity = 0.55;
    this.sun.castShadow = !this.simple;
    this.sun.shadow.mapSize.set(1024, 1024);
    Object.assign(this.sun.shadow.camera, { left: -5, right: 5, top: 5, bottom: -5, near: 1, far: 60 });
    this.sun.shadow.normalBias = 0.02;
    this.observer = new ResizeObserver(() => { this.resize(); changed(); });
    this.observer.observe(element);
    this.resize();
  }

  /** Draw one picture; the sun's shadow lies around `focus`. */
  render(focus: Vector3): void {
    this.sun.target.position.copy(focus);
    this.sun.position.copy(focus).add(SUN);
    this.sky.position.copy(this.camera.position);
    this.renderer.render(this.scene, this.camera);
  }

  /** Tell of a picture that followed another at once: after a number of slow ones, do less. */
  paced(now: number): void {
    const took = now - this.last;
    this.last = now;
    if (took > 1000) return;
    this.slow = took > SLOW * (this.quality === "light" ? 2 : 1) ? this.slow + 1 : Math.max(0, this.slow - 0.5);
    if (this.slow < 12 || this.quality === "coarse") return;
    this.slow = 0;
    this.quality = this.quality === "full" ? "plain" : this.quality === "plain" ? "light" : "coarse";
    this.sun.castShadow = false;
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
    room.add(dome());
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

const SUN = new Vector3(-15, 13, 19);

function dome(): Mesh {
  const geometry = new SphereGeometry(50, 24, 24).rotateX(Math.PI / 2), p = geometry.getAttribute("position");
  const colours = new Float32Array(3 * p.count), colour = new Color();
  for (let i = 0; i < p.count; i++) {
    const up = p.getZ(i) / 50;
    if (up > 0) colour.copy(HORIZON).lerp(ZENITH, Math.min(1, up * 1.35) ** 0.65); else colour.copy(HORIZON).lerp(BELOW, Math.min(1, -up * 6));
    colour.toArray(colours, 3 * i);
  }
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  const mesh = new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: BackSide, fog: false, depthWrite: false }));
  mesh.frustumCulled = false;
  return mesh;
}
