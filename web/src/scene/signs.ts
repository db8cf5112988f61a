/** Boards with words beside a road, and arches over it. */

import { BoxGeometry, CanvasTexture, DoubleSide, Group, LinearMipmapLinearFilter, Mesh, MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry, SRGBColorSpace } from "three";
import type { SignOf } from "../protocol.ts";

const POST = 0.05;
/** Half the side of a post [m]. */

export function signOf(shape: SignOf): Group {
  const group = new Group(), arch = shape.span > 0, steel = new MeshLambertMaterial({ color: "#7b838a" });
  const wide = arch ? 2 * shape.span : Math.min(3.2, 0.5 + 0.27 * shape.text.length), tall = arch ? 0.8 : 0.62, high = arch ? 4.6 : 1.5;
  const board = new Mesh(new PlaneGeometry(wide, tall), new MeshBasicMaterial({ map: picture(shape.text, wide / tall, arch), side: DoubleSide }));
  // upright, its face towards those who come
  const turn = new Group();
  board.rotation.set(Math.PI / 2, 0, 0);
  turn.add(board);
  turn.rotation.z = -Math.PI / 2;
  turn.position.set(-0.07, 0, high);
  group.add(turn);
  for (const side of arch ? [-1, 1] : [-0.35, 0.35]) {
    const post = new Mesh(new BoxGeometry(2 * POST * (arch ? 2 : 1), 2 * POST * (arch ? 2 : 1), high + tall / 2), steel);
    post.position.set(0, (arch ? shape.span : wide) * side, (high + tall / 2) / 2);
    group.add(post);
  }
  if (arch) group.add(line(shape.span - 2));
  group.position.set(...shape.at);
  group.rotation.z = shape.heading;
  return group;
}

/** Chequers on the ground under an arch. */
function line(half: number): Mesh {
  const canvas = document.createElement("canvas"), c = canvas.getContext("2d")!, count = Math.max(2, Math.round(4 * half));
  canvas.width = 16;
  canvas.height = 8 * count;
  for (let k = 0; k < count; k++) for (const row of [0, 1]) {
    c.fillStyle = (k + row) % 2 ? "#16191c" : "#f2f2ee";
    c.fillRect(8 * row, 8 * k, 8, 8);
  }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const mesh = new Mesh(new PlaneGeometry(1, 2 * half), new MeshBasicMaterial({ map, polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -8 }));
  mesh.position.z = 0.02;
  return mesh;
}

function picture(words: string, ratio: number, arch: boolean): CanvasTexture {
  const canvas = document.createElement("canvas"), c = canvas.getContext("2d")!;
  canvas.height = 96;
  canvas.width = Math.round(96 * Math.min(ratio, 16));
  c.fillStyle = arch ? "#1c2733" : "#f4f4f0";
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.strokeStyle = arch ? "#e08a4a" : "#1c2733";
  c.lineWidth = 8;
  c.strokeRect(4, 4, canvas.width - 8, canvas.height - 8);
  c.fillStyle = arch ? "#f4f4f0" : "#1c2733";
  c.font = "700 56px system-ui, 'Helvetica Neue', Arial, sans-serif";
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(words, canvas.width / 2, 50, canvas.width - 30);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 4;
  return texture;
}
