/** Ground from a grid, drawn as a quadtree of square tiles: fine near the car and the camera, coarse far away.
 *
 * A tile of level L has `cells`² cells of 2^L grid spacings. Levels below zero subdivide the grid with the bicubic surface.
 * Skirts hide the steps between neighbours of different levels. A tile is replaced by its four children once all of them are built.
 */

import { Group, type Material, Mesh, type Vector3 } from "three";
import type { Grid, Triple } from "../protocol.ts";
import { Surface } from "./ferguson.ts";
import { border } from "./border.ts";
import type { Ground } from "./ground.ts";
import { tileGeometry } from "./tile.ts";

const REACH = 1.1;
/** Distance below which a tile is split, in sizes of the tile. */
const FINEST = 0.3;
/** Refinement ends where vertices are closer than this [m]. */
const BUILDS = 3;
/** Tiles built per picture, at most. */
const KEPT = 400;

interface Tile { level: number; i: number; j: number; mesh: Mesh; used: number; children: Tile[] | null }

export class Chunks implements Ground {
  readonly object = new Group();
  tiles = 0;
  private readonly surface: Surface;
  private readonly store = new Map<string, Tile>();
  private readonly edge: Mesh;
  private readonly top: number;
  private readonly bottom: number;
  private picture = 0;
  private budget = 0;
  private pending = false;

  constructor(
    private readonly grid: Grid, heights: Float32Array, private readonly friction: Float32Array | null,
    private readonly origin: Triple, private readonly material: Material, private readonly cells: number,
  ) {
    this.surface = new Surface(grid, heights);
    const spacing = Math.max(grid.dx, grid.dy);
    this.top = Math.max(0, Math.ceil(Math.log2((Math.max(grid.nx, grid.ny) - 1) / this.cells)));
    this.bottom = grid.refine ? -Math.max(2, Math.ceil(Math.log2(spacing / FINEST))) : 0;
    this.edge = border(grid, heights, friction, origin, material);
    this.object.add(this.edge);
  }

  heightAt(x: number, y: number): number { return this.surface.heightAt(x, y); }

  normalAt(x: number, y: number, into: Vector3): Vector3 {
    const [, zx, zy] = this.surface.at(x, y);
    return into.set(-zx, -zy, 1).normalize();
  }

  update(focus: Vector3, camera: Vector3): boolean {
    this.picture++;
    this.budget = this.picture < 3 ? 60 : BUILDS;
    this.pending = false;
    for (const child of this.object.children) if (child !== this.edge) child.visible = false;
    this.tiles = 0;
    const root = this.tile(this.top, 0, 0, true);
    if (root) this.show(root, focus, camera);
    this.forget();
    return this.pending;
  }

  dispose(): void {
    for (const tile of this.store.values()) tile.mesh.geometry.dispose();
    for (const child of this.edge.children) if (child instanceof Mesh) child.geometry.dispose();
    this.edge.geometry.dispose();
  }

  private show(tile: Tile, focus: Vector3, camera: Vector3): void {
    tile.used = this.picture;
    const distance = Math.min(this.distance(tile, focus), this.distance(tile, camera));
    const size = this.cells * 2 ** tile.level * Math.max(this.grid.dx, this.grid.dy);
    if (tile.level > this.bottom && distance < REACH * size) {
      const children = this.children(tile);
      if (children) {
        for (const child of children) this.show(child, focus, camera);
        return;
      }
    }
    tile.mesh.visible = true;
    this.tiles++;
  }

  /** The four smaller tiles (fewer at the border), if they are there or may be built now. */
  private children(tile: Tile): Tile[] | null {
    let complete = true;
    const found: Tile[] = [];
    for (const [a, b] of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
      const level = tile.level - 1, i = 2 * tile.i + a, j = 2 * tile.j + b;
      if (!this.inside(level, i, j)) continue;
      const child = this.tile(level, i, j, false);
      if (child) { child.used = this.picture; found.push(child); } else complete = false;
    }
    return complete ? found : null;
  }

  private inside(level: number, i: number, j: number): boolean {
    const span = this.cells * 2 ** level;
    return i * span < this.grid.nx - 1 && j * span < this.grid.ny - 1;
  }

  private tile(level: number, i: number, j: number, now: boolean): Tile | null {
    const key = `${level},${i},${j}`;
    const known = this.store.get(key);
    if (known) return known;
    if (!now && this.budget <= 0) { this.pending = true; return null; }
    this.budget--;
    const geometry = tileGeometry(this.surface, this.friction, this.origin, this.cells, level, i, j);
    const mesh = new Mesh(geometry, this.material);
    mesh.receiveShadow = true;
    mesh.matrixAutoUpdate = false;
    this.object.add(mesh);
    const tile = { level, i, j, mesh, used: this.picture, children: null };
    this.store.set(key, tile);
    return tile;
  }

  /** Horizontal distance from a point to the rectangle of a tile [m], with the height above it. */
  private distance(tile: Tile, point: Vector3): number {
    const { x0, y0, dx, dy } = this.grid, span = this.cells * 2 ** tile.level;
    const x = point.x + this.origin[0], y = point.y + this.origin[1];
    const left = x0 + tile.i * span * dx, low = y0 + tile.j * span * dy;
    const ax = Math.max(left - x, 0, x - left - span * dx), ay = Math.max(low - y, 0, y - low - span * dy);
    const sphere = tile.mesh.geometry.boundingBox;
    const az = sphere ? Math.max(point.z - sphere.max.z, 0) : 0;
    return Math.hypot(ax, ay, az);
  }

  private forget(): void {
    if (this.store.size <= KEPT) return;
    const old = [...this.store.entries()].filter(([, tile]) => tile.used < this.picture).sort((a, b) => a[1].used - b[1].used);
    for (const [key, tile] of old.slice(0, this.store.size - KEPT)) {
      tile.mesh.geometry.dispose();
      this.object.remove(tile.mesh);
      this.store.delete(key);
    }
  }
}
