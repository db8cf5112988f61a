/** What lies at the edge of a grid: a marked rim where the ground ends, otherwise level ground that goes on outwards. */

import { BufferAttribute, BufferGeometry, Color, DoubleSide, type Material, Mesh, MeshBasicMaterial } from "three";
import type { Grid, Triple } from "../protocol.ts";

const FAR = 2500;

export function border(grid: Grid, heights: Float32Array, friction: Float32Array | null, origin: Triple, material: Material): Mesh {
  const round = nodesAround(grid);
  const { x0, y0, dx, dy, ny } = grid;
  const middle = [x0 + 0.5 * (grid.nx - 1) * dx, y0 + 0.5 * (grid.ny - 1) * dy];
  const position: number[] = [], adhesion: number[] = [], index: number[] = [];
  round.forEach(([i, j, outX, outY], k) => {
    const z = heights[i * ny + j] - origin[2], x = x0 + i * dx, y = y0 + j * dy;
    const reach = grid.ends ? 0.6 : FAR;
    const up = grid.ends ? 0.04 : -0.02;
    const inward = grid.ends ? 0.6 : 0;
    position.push(x - origin[0] - inward * Math.sign(x - middle[0]) * Math.abs(outX), y - origin[1] - inward * Math.sign(y - middle[1]) * Math.abs(outY), z + up);
    position.push(x + (grid.ends ? 0 : reach * outX) - origin[0], y + (grid.ends ? 0 : reach * outY) - origin[1], z + up);
    const value = friction ? friction[i * ny + j] : 1;
    adhesion.push(value, value);
    const next = (k + 1) % round.length;
    index.push(2 * k, 2 * k + 1, 2 * next + 1, 2 * k, 2 * next + 1, 2 * next);
  });
  const normals = new Float32Array(position.length).map((_, i) => (i % 3 === 2 ? 1 : 0));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setAttribute("friction", new BufferAttribute(new Float32Array(adhesion), 1));
  geometry.setIndex(index);
  const rim = new MeshBasicMaterial({ color: new Color("#c8663c"), side: DoubleSide });
  const mesh = new Mesh(geometry, grid.ends ? rim : material);
  mesh.frustumCulled = false;
  return mesh;
}

/** Nodes along the border, all the way round, with the outward direction. */
function nodesAround({ nx, ny }: Grid): [number, number, number, number][] {
  const found: [number, number, number, number][] = [];
  const along = (count: number): number[] => {
    const stride = Math.max(1, Math.floor(count / 256));
    const places: number[] = [];
    for (let k = 0; k < count - 1; k += stride) places.push(k);
    return places;
  };
  const corner = (i: number, j: number): [number, number] => [i === 0 ? -1 : i === nx - 1 ? 1 : 0, j === 0 ? -1 : j === ny - 1 ? 1 : 0];
  for (const i of along(nx)) found.push([i, 0, ...corner(i, 0)]);
  for (const j of along(ny)) found.push([nx - 1, j, ...corner(nx - 1, j)]);
  for (const i of along(nx)) found.push([nx - 1 - i, ny - 1, ...corner(nx - 1 - i, ny - 1)]);
  for (const j of along(ny)) found.push([0, ny - 1 - j, ...corner(0, ny - 1 - j)]);
  return found;
}
