// Fields over a plane: a picture of colours, lines of equal value with their numbers, and a bar that explains the colours.

const VIRIDIS = ["#440154", "#482878", "#3e4a89", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];

/** Red, green and blue at a share of a colour scale: a list of [share, colour], or Viridis. */
function shade(colours, share) {
  const stops = Array.isArray(colours) ? colours : VIRIDIS.map((colour, i) => [i / (VIRIDIS.length - 1), colour]);
  const at = Math.min(1, Math.max(0, share));
  let k = 0;
  while (k < stops.length - 2 && at > stops[k + 1][0]) k++;
  const [[a, from], [b, to]] = [stops[k], stops[k + 1]], t = b > a ? (at - a) / (b - a) : 0;
  const channel = (colour, i) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  return [0, 1, 2].map((i) => Math.round(channel(from, i) + t * (channel(to, i) - channel(from, i))));
}

/** A field z[row along y][column along x] in the panel of a drawing. */
function drawField(drawing, trace) {
  const { scale, content, top, bottom } = drawing.panelOf(trace), { x, left, right } = drawing, { z } = trace;
  const all = z.flat().filter((value) => value !== null), low = Math.min(...all), high = Math.max(...all), span = high - low || 1;
  // colours, one pixel in two, between the nodes
  const wide = Math.max(2, Math.round((right - left) / 2)), tall = Math.max(2, Math.round((bottom - top) / 2));
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  canvas.width = wide;
  canvas.height = tall;
  const picture = pen.createImageData(wide, tall);
  const places = (nodes, count, value) => Array.from({ length: count }, (_, k) => nodeAt(nodes, value(k)));
  const across = places(trace.x, wide, (k) => x.valueAt(left + 2 * k + 1)), down = places(trace.y, tall, (k) => scale.valueAt(top + 2 * k + 1));
  down.forEach((row, j) => across.forEach((column, i) => {
    if (!row || !column) return;
    const [r, v] = row, [c, u] = column;
    const value = (1 - v) * ((1 - u) * z[r][c] + u * z[r][c + 1]) + v * ((1 - u) * z[r + 1][c] + u * z[r + 1][c + 1]);
    picture.data.set([...shade(trace.colorscale, (value - low) / span), 255], 4 * (j * wide + i));
  }));
  pen.putImageData(picture, 0, 0);
  draw("image", { href: canvas.toDataURL(), x: left, y: top, width: right - left, height: bottom - top, preserveAspectRatio: "none" }, content);
  if (trace.type === "contour") isolines(drawing, trace, roundTicks(low, high, 8).filter(({ value }) => value > low && value < high));
  colourBar(drawing, trace, low, high, top, bottom);
}

/** Index of the node below a value and the share of the way to the next; null outside. */
function nodeAt(nodes, value) {
  const n = nodes.length;
  if (value < nodes[0] || value > nodes[n - 1]) return null;
  let k = 0;
  while (k < n - 2 && nodes[k + 1] <= value) k++;
  return [k, (value - nodes[k]) / (nodes[k + 1] - nodes[k])];
}

/** Lines of equal value through the cells (marching squares), each with its number once. */
function isolines(drawing, trace, levels) {
  const { scale, content } = drawing.panelOf(trace), { z } = trace;
  for (const { value, text } of levels) {
    const pieces = [];
    for (let j = 0; j + 1 < z.length; j++) for (let i = 0; i + 1 < z[j].length; i++) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], found = [];
      corners.forEach(([ci, cj], k) => {
        const [di, dj] = corners[(k + 1) % 4], a = z[cj][ci] - value, b = z[dj][di] - value;
        if ((a < 0) === (b < 0)) return;
        const t = a / (a - b);
        found.push([drawing.x.px(trace.x[ci] + t * (trace.x[di] - trace.x[ci])), scale.px(trace.y[cj] + t * (trace.y[dj] - trace.y[cj]))]);
      });
      for (let k = 0; k + 1 < found.length; k += 2) pieces.push([found[k], found[k + 1]]);
    }
    draw("path", { d: pieces.map(([a, b]) => `M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${b[0].toFixed(1)} ${b[1].toFixed(1)}`).join(""), style: "stroke:#fff;stroke-opacity:.6;fill:none" }, content);
    const inside = pieces.filter(([[u]]) => u > drawing.left + 24 && u < drawing.right - 24), middle = inside[inside.length >> 1];
    if (middle) draw("text", { x: middle[0][0], y: middle[0][1] + 4, "text-anchor": "middle", style: "fill:#fff;font-size:11px" }, content, text);
  }
}

function colourBar(drawing, trace, low, high, top, bottom) {
  const x = drawing.right + 12, count = 40, step = (bottom - top) / count;
  for (let k = 0; k < count; k++) draw("rect", { x, y: bottom - (k + 1) * step - 0.3, width: 11, height: step + 0.6, style: `fill:rgb(${shade(trace.colorscale, (k + 0.5) / count).join(",")})` }, drawing.svg);
  for (const { value, text } of roundTicks(low, high, Math.max(2, Math.floor((bottom - top) / 45)))) {
    draw("text", { x: x + 15, y: bottom - (value - low) / (high - low || 1) * (bottom - top) + 4, style: "fill:var(--soft);font-size:11px" }, drawing.svg, text);
  }
}
