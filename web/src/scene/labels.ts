/** Words at a point, the same size from any distance and in front of everything. */

import { CanvasTexture, LinearFilter, Sprite, SpriteMaterial } from "three";
import type { Label } from "../protocol.ts";

const TEXT = 26, SMALL = 20, PAD = 10, HEIGHT = 64, DOT = 7;
/** Sizes in the picture of a label [px], drawn at half of them. */
const FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

export function labelOf(shape: Label): Sprite {
  const canvas = document.createElement("canvas"), c = canvas.getContext("2d")!;
  c.font = `600 ${TEXT}px ${FONT}`;
  const wide = Math.max(c.measureText(shape.text).width, shape.more ? (SMALL / TEXT) * c.measureText(shape.more).width : 0);
  canvas.width = Math.ceil(wide + 2 * PAD + 3 * DOT);
  canvas.height = HEIGHT;
  c.fillStyle = "#d55e00";
  c.beginPath();
  c.arc(DOT, HEIGHT / 2, DOT, 0, 2 * Math.PI);
  c.fill();
  c.fillStyle = "rgba(21,25,30,0.62)";
  c.fillRect(3 * DOT, 4, wide + 2 * PAD, HEIGHT - 8);
  c.textBaseline = "middle";
  c.fillStyle = "#f2f5f7";
  c.font = `600 ${TEXT}px ${FONT}`;
  c.fillText(shape.text, 3 * DOT + PAD, shape.more ? 22 : HEIGHT / 2);
  if (shape.more) {
    c.fillStyle = "#b9c3cc";
    c.font = `400 ${SMALL}px ${FONT}`;
    c.fillText(shape.more, 3 * DOT + PAD, 46);
  }
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearFilter;
  const sprite = new Sprite(new SpriteMaterial({ map: texture, transparent: true, depthTest: false, depthWrite: false, sizeAttenuation: false, fog: false }));
  sprite.center.set(DOT / canvas.width, 0.5);
  const size = 0.00036;
  sprite.scale.set(size * canvas.width, size * canvas.height, 1);
  sprite.position.set(...shape.at);
  sprite.renderOrder = 8;
  return sprite;
}
