/** What a test may ask of the page. */

import type { Controls } from "./protocol.ts";
import type { Shell } from "./ui/shell.ts";

export interface Pose { x: number; y: number; z: number; qw: number; qx: number; qy: number; qz: number }
export interface Probe {
  mode: "live" | "replay";
  connected: boolean;
  frames: number;
  pictures: number;
  time: number;
  scene: { number: number; bodies: string[]; shapes: Record<string, number> } | null;
  body(name: string): Pose | null;
  camera: { name: string; position: number[] };
  speed: number;
  heightAt(x: number, y: number): number;
  gauges: Record<string, number>;
  controls: Controls | null;
  drawCalls: number;
  triangles: number;
  charts: number;
  samples: number;
  tracks: number;
  ghosts: number;
  tiles: number;
  quality: string;
  /** Clouds of smoke and dust that are seen; how hard the wheels slide, 0 … 1. */
  dust: number;
  sliding: number;
  sound: boolean;
  laps: { times: number[]; sectors: number[][]; best: number | null; current: number | null; delta: number | null } | null;
  playing: boolean;
  replayTime: number | null;
}

export function probeOf(shell: Shell, mode: "live" | "replay"): Probe {
  const { view, charts } = shell, { scene, layout, block } = view, { render } = view.stage.renderer.info;
  const gauges = Object.fromEntries(layout.gauges.map((name, i) => [name, block ? block[1 + i] : NaN]));
  return {
    mode, connected: false, frames: view.pictures, pictures: view.pictures, time: block ? block[0] : NaN,
    scene: scene && { number: scene.number, bodies: scene.bodies, shapes: { ...view.figure?.counts } },
    body: (name) => {
      const index = layout.bodyOf(name);
      if (index < 0 || !block) return null;
      const [x, y, z, qw, qx, qy, qz] = block.subarray(layout.poseAt(index), layout.poseAt(index) + 7);
      return { x, y, z, qw, qx, qy, qz };
    },
    camera: { name: view.cameras?.label ?? "", position: view.stage.camera.position.toArray() },
    speed: gauges["chassis.speed"] ?? NaN, heightAt: (x, y) => view.heightAt(x, y), gauges, controls: null, drawCalls: render.calls, triangles: render.triangles,
    charts: charts.count, samples: charts.samples, tracks: view.tracks?.points ?? 0, ghosts: view.ghosts.length, tiles: view.tiles, quality: view.stage.quality,
    dust: view.dust?.alive ?? 0, sliding: view.sliding?.most ?? 0, sound: shell.sound.on,
    laps: shell.laps && {
      times: shell.laps.laps.map((lap) => lap.time), sectors: shell.laps.laps.map((lap) => lap.sectors), best: shell.laps.best?.time ?? null,
      current: shell.laps.current, delta: shell.laps.delta,
    },
    playing: false, replayTime: null,
  };
}
