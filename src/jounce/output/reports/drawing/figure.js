// A figure as SVG. It is given as Plotly gives it; this is the part that is drawn:
//   data     scatter (x, y, customdata: times; mode lines, markers, text; line color, dash, width; marker color, size,
//            symbol circle, x, triangle-up, line; text, textposition; fill tozeroy, toself, fillcolor; error_y.array; yaxis),
//            bar (orientation v, h; barmode group, stack), contour and heatmap (fields.js), splom (matrix.js)
//   layout   xaxis, yaxis, yaxis2 …: type, range, rangemode tozero, title.text, domain, tickvals, ticktext, scaleanchor;
//            names instead of numbers make an axis of categories; shapes line, rect,
//            circle (x0, y0, x1, y1; xref or yref paper); annotations (x, y, text, ax, ay, showarrow, font)
// and beside them: group (plots that share x: zoom and cursor), unit of x at the cursor, spans (smallest span of an axis), include
// (values that an axis shows in any case), height [px].

const SVG = "http://www.w3.org/2000/svg";
const DASHES = { solid: "", dash: "7 4", dot: "2 3", dashdot: "7 3 2 3", longdash: "12 5", longdashdot: "12 4 2 4" };
const TEXT = 12, ROW = 18;

/** A colour of the palette, which a dark page lightens; any other colour as it is. */
function tint(colour) {
  return /^#[0-9a-f]{6}$/i.test(colour || "") ? `var(--c${colour.slice(1).toLowerCase()}, ${colour})` : colour || "var(--ink)";
}

function draw(name, attributes, parent, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "style" || value === undefined || value === "") continue;
    element.setAttribute(key, typeof value === "number" ? String(Math.round(value * 10) / 10) : value);
  }
  if (attributes.style) element.setAttribute("style", attributes.style);
  if (text !== undefined) element.textContent = text;
  if (parent) parent.append(element);
  return element;
}

/** Lines of a text that is broken by <br>, one below the other. */
function writeLines(text, attributes, parent) {
  const lines = String(text).split(/<br\s*\/?>/);
  const element = draw("text", attributes, parent);
  lines.forEach((line, i) => draw("tspan", i ? { x: attributes.x, dy: 13 } : {}, element, line));
  return element;
}

class Drawing {
  constructor(figure, width, height, range, hidden) {
    Object.assign(this, { figure, width, height, range, hidden });
    this.traces = figure.data.map((trace, index) => ({ ...trace, index }));
    this.shown = this.traces.filter((trace) => !hidden.has(trace.name) || trace.showlegend === false && !trace.legendgroup);
    this.svg = draw("svg", { class: "drawing", viewBox: `0 0 ${Math.round(width)} ${Math.round(height)}`, width: "100%", height: Math.round(height), "aria-hidden": "true" });
    this.axes();
    this.frame();
    for (const panel of this.panels) panel.content = draw("g", { "clip-path": `url(#${panel.clip})` }, this.svg);
    (figure.layout.shapes || []).filter((shape) => shape.layer === "below").forEach((shape) => this.shape(shape));
    this.traces.filter(({ type }) => type === "contour" || type === "heatmap").forEach((trace) => drawField(this, trace));
    this.bars();
    this.shown.filter((trace) => trace.type === "scatter").forEach((trace) => this.curve(trace));
    (figure.layout.shapes || []).filter((shape) => shape.layer !== "below").forEach((shape) => this.shape(shape));
    (figure.layout.annotations || []).forEach((note) => this.note(note));
    this.cursor = draw("g", { class: "cursor" }, this.svg);
  }

  /** Scales and margins: legend above, titles and numbers beside and below. */
  axes() {
    const { layout, spans = {}, include = {}, group } = this.figure;
    this.x = new Scale(layout.xaxis, this.traces.flatMap((trace) => trace.x));
    if (this.range) [this.x.low, this.x.high] = this.range;
    else if (layout.xaxis.range) [this.x.low, this.x.high] = layout.xaxis.range;
    else {
      const isField = this.traces.some(({ type }) => type === "contour" || type === "heatmap");
      this.x.fit(this.shown.flatMap((trace) => trace.orientation === "h" ? this.ends(trace) : trace.x), spans.xaxis, group || isField ? 0 : 0.02);
    }
    const keys = Object.keys(layout).filter((key) => /^yaxis\d*$/.test(key)).sort();
    this.panels = keys.map((key) => {
      const axis = layout[key], short = key.replace("axis", ""), own = this.shown.filter((trace) => (trace.yaxis || "y") === short);
      const scale = new Scale(axis, own.flatMap((trace) => trace.y)), domain = axis.domain || [0, 1];
      if (axis.range && !(this.range && group)) [scale.low, scale.high] = axis.range;
      else scale.fit([...own.flatMap((trace) => this.visible(trace)), ...(include[key] || []), ...(axis.rangemode === "tozero" ? [0] : [])], spans[key], own.some(({ z }) => z) ? 0 : 0.06);
      return { key: short, axis, scale, domain, own };
    });
    this.legend = this.entries();
    const title = layout.xaxis.title && layout.xaxis.title.text, top = this.legend.height + (layout.margin && layout.margin.t && !this.legend.height ? 8 : 6);
    const lines = this.x.names ? Math.max(...this.x.names.map((name) => name.split("<br>").length)) : 1;
    const bottom = (layout.xaxis.showticklabels === false ? 4 : 9 + 13 * lines) + (title ? 18 : 2);
    const inner = this.height - top - bottom;
    for (const panel of this.panels) {
      const [low, high] = panel.domain;
      panel.top = top + (1 - high) * inner;
      panel.bottom = top + (1 - low) * inner;
      panel.scale.place(panel.bottom, panel.top);
      panel.ticks = panel.scale.ticks();
    }
    const labels = Math.max(...this.panels.flatMap(({ ticks }) => ticks.map(({ text }) => widthOf(text, TEXT))), 8);
    const rows = Math.max(0, ...this.panels.map(({ axis }) => axis.title && axis.title.text ? axis.title.text.split("<br>").length : 0));
    this.left = Math.ceil(labels) + 10 + (rows ? 6 + 13 * rows : 0);
    this.right = this.width - (this.figure.layout.margin && this.figure.layout.margin.r > 20 ? this.figure.layout.margin.r : 12);
    this.top = top;
    this.bottom = this.height - bottom;
    this.x.place(this.left, this.right);
    this.equalise();
  }

  /** y values of a trace inside the shown range of x, or all. */
  visible(trace) {
    if (trace.type === "bar") return trace.orientation === "h" ? trace.y : this.ends(trace);
    if (trace.error_y) return trace.y.flatMap((y, i) => [y, y + (trace.error_y.array[i] || 0), y - (trace.error_y.array[i] || 0)]);
    if (!this.range || trace.z) return trace.y;
    const inside = trace.y.filter((_, i) => { const v = this.x.of(trace.x[i]); return v >= this.x.low && v <= this.x.high; });
    return inside.length ? inside : trace.y;
  }

  /** Where the bars of a trace end, and zero; stacked bars end where the sum does. */
  ends(trace) {
    const key = trace.orientation === "h" ? "x" : "y", bars = this.shown.filter(({ type }) => type === "bar");
    if (this.figure.layout.barmode !== "stack") return [0, ...trace[key]];
    return [0, ...trace[key].map((_, i) => bars.reduce((sum, one) => sum + (one[key][i] || 0), 0))];
  }

  /** Equal scales: widen the range of the axis that has room. */
  equalise() {
    const [{ axis, scale }] = this.panels, anchored = axis.scaleanchor === "x" || this.figure.layout.xaxis.scaleanchor === "y";
    if (!anchored) return;
    const perX = (this.x.high - this.x.low) / (this.right - this.left), perY = (scale.high - scale.low) / (this.bottom - this.top);
    const per = Math.max(perX, perY);
    for (const [one, length] of [[this.x, this.right - this.left], [scale, this.bottom - this.top]]) {
      const middle = (one.low + one.high) / 2, half = (per * length) / 2;
      [one.low, one.high] = [middle - half, middle + half];
    }
    this.panels[0].ticks = scale.ticks();
  }

  /** Entries of the legend, in rows. */
  entries() {
    const seen = new Set(), items = [], wide = this.width - 16;
    for (const trace of this.traces) {
      if (trace.showlegend === false || seen.has(trace.name) || this.figure.layout.showlegend === false || (trace.type === "scatter" && trace.showlegend === undefined && this.traces.length < 2)) continue;
      seen.add(trace.name);
      items.push({ trace, width: 38 + widthOf(trace.name, TEXT) });
    }
    let x = 0, row = 0;
    for (const item of items) {
      if (x && x + item.width > wide) { x = 0; row++; }
      Object.assign(item, { x, y: row * ROW });
      x += item.width;
    }
    return { items, height: items.length ? (row + 1) * ROW + 4 : 0 };
  }

  frame() {
    const { layout } = this.figure, grid = draw("g", { class: "grid" }, this.svg), ink = draw("g", { class: "axes" }, this.svg);
    const defs = draw("defs", {}, this.svg);
    const ticks = this.x.ticks().filter(({ value }) => value >= this.x.low - 1e-9 && value <= this.x.high + 1e-9);
    const space = Math.max(...ticks.map(({ text }) => widthOf(text.split("<br>")[0], TEXT))) + 10;
    let last = -Infinity;
    for (const { value, text } of ticks) {
      const x = this.x.at(value);
      for (const { top, bottom } of this.panels) if (!this.x.names) draw("line", { x1: x, x2: x, y1: top, y2: bottom, class: value === 0 && this.x.low < 0 && !this.x.logarithmic ? "zero" : "" }, grid);
      if (layout.xaxis.showticklabels === false || x - last < Math.min(space, 60) * (this.x.names ? 0 : 1)) continue;
      last = x;
      writeLines(text, { x, y: this.bottom + 15, "text-anchor": "middle" }, ink);
    }
    for (const panel of this.panels) {
      const { axis, scale, top, bottom, ticks: own } = panel;
      panel.clip = `clip-${++Drawing.count}`;
      draw("rect", { x: this.left, y: top - 1, width: this.right - this.left, height: bottom - top + 2 }, draw("clipPath", { id: panel.clip }, defs));
      for (const { value, text } of own) {
        const y = scale.at(value);
        if (y < top - 1 || y > bottom + 1) continue;
        if (!scale.names) draw("line", { x1: this.left, x2: this.right, y1: y, y2: y, class: value === 0 && !scale.logarithmic ? "zero" : "" }, grid);
        draw("text", { x: this.left - 7, y: y + 4, "text-anchor": "end" }, ink, text);
      }
      draw("path", { d: `M${this.left} ${top}V${bottom}H${this.right}`, class: "edge" }, ink);
      const title = axis.title && axis.title.text;
      if (title) writeLines(title, { x: 12, y: (top + bottom) / 2, class: "title", "text-anchor": "middle", transform: `rotate(-90 12 ${(top + bottom) / 2})` }, ink);
    }
    const title = layout.xaxis.title && layout.xaxis.title.text;
    if (title) draw("text", { x: (this.left + this.right) / 2, y: this.height - 4, class: "title", "text-anchor": "middle" }, ink, title);
    for (const { trace, x, y } of this.legend.items) this.entry(trace, x + 2, y + 13, ink);
  }

  entry(trace, x, y, parent) {
    const item = draw("g", { class: `entry${this.hidden.has(trace.name) ? " off" : ""}`, "data-name": trace.name }, parent);
    if (trace.type === "bar" || (trace.fill && trace.mode === "none")) draw("rect", { x, y: y - 9, width: 14, height: 9, style: `fill:${tint((trace.marker && trace.marker.color) || trace.fillcolor)}` }, item);
    else if ((trace.mode || "lines").includes("lines")) draw("line", { x1: x, x2: x + 22, y1: y - 4, y2: y - 4, style: this.stroke(trace) }, item);
    else this.mark(trace, x + 10, y - 4, item);
    draw("text", { x: x + 27, y }, item, trace.name);
  }

  stroke({ line = {} }) {
    const dash = DASHES[line.dash || "solid"];
    return `stroke:${tint(line.color)};stroke-width:${line.width || 2};fill:none;${dash ? `stroke-dasharray:${dash}` : ""}`;
  }

  panelOf(trace) { return this.panels.find(({ key }) => key === (trace.yaxis || "y")) || this.panels[0]; }

  curve(trace) {
    const { scale, content } = this.panelOf(trace), mode = trace.mode || "lines", n = trace.x.length;
    const px = new Float64Array(n), py = new Float64Array(n);
    let path = "", pen = false;
    for (let i = 0; i < n; i++) {
      px[i] = trace.x[i] === null ? NaN : this.x.px(trace.x[i]);
      py[i] = trace.y[i] === null ? NaN : scale.px(trace.y[i]);
      if (!isFinite(px[i]) || !isFinite(py[i])) { pen = false; continue; }
      path += `${pen ? "L" : "M"}${px[i].toFixed(1)} ${py[i].toFixed(1)}`;
      pen = true;
    }
    const group = draw("g", { class: "curve", "data-name": trace.name || "" }, content);
    if (trace.fill && path) {
      const floor = Math.min(scale.from, Math.max(scale.to, scale.at(scale.logarithmic ? scale.low : 0)));
      const whole = trace.fill === "tozeroy" ? `${path}L${px[n - 1].toFixed(1)} ${floor}L${px[0].toFixed(1)} ${floor}Z` : `${path}Z`;
      draw("path", { d: whole, style: `fill:${tint(trace.fillcolor)};fill-opacity:${trace.opacity ?? 1};stroke:none` }, group);
    }
    const faint = trace.opacity !== undefined && !trace.fill ? `;opacity:${trace.opacity}` : "";
    if (mode.includes("lines") && path) draw("path", { d: path, style: this.stroke(trace) + faint }, group);
    if (trace.error_y) for (let i = 0; i < n; i++) {
      const e = trace.error_y.array[i];
      if (!e || !isFinite(px[i] + py[i])) continue;
      const [a, b] = [scale.px(trace.y[i] - e), scale.px(trace.y[i] + e)];
      draw("path", { d: `M${px[i] - 4} ${a}h8M${px[i]} ${a}V${b}M${px[i] - 4} ${b}h8`, style: `stroke:${tint(trace.error_y.color || (trace.line && trace.line.color))};stroke-width:1.3;fill:none` }, group);
    }
    if (mode.includes("markers")) for (let i = 0; i < n; i++) if (isFinite(px[i] + py[i])) this.mark(trace, px[i], py[i], group, i);
    if (mode.includes("text")) for (let i = 0; i < n; i++) {
      if (!isFinite(px[i] + py[i]) || !trace.text[i]) continue;
      const place = trace.textposition || "top center", dy = place.includes("top") ? -8 : place.includes("bottom") ? 17 : 4;
      const dx = place.includes("right") ? 7 : place.includes("left") ? -7 : 0;
      draw("text", { x: px[i] + dx, y: py[i] + dy, class: "mark", "text-anchor": dx > 0 ? "start" : dx < 0 ? "end" : "middle" }, group, trace.text[i]);
    }
  }

  mark({ marker = {}, line = {} }, x, y, parent, i = 0) {
    const pick = (value) => Array.isArray(value) ? value[i] : value;
    const r = (pick(marker.size) || 7) / 2, colour = tint(pick(marker.color) || line.color), kind = pick(marker.symbol) || "circle";
    const halo = "stroke:var(--card);stroke-width:1.2";
    if (kind === "x") draw("path", { d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`, style: `stroke:${colour};stroke-width:2.2` }, parent);
    else if (kind === "triangle-up") draw("path", { d: `M${x} ${y - 1.2 * r}L${x + r} ${y + 0.8 * r}H${x - r}Z`, style: `fill:${colour};${halo}` }, parent);
    else draw("circle", { cx: x, cy: y, r, style: `fill:${kind === "circle-open" ? "var(--card)" : colour};${kind === "circle-open" ? `stroke:${colour};stroke-width:1.8` : halo}` }, parent);
  }

  /** Bars beside each other or stacked, upright or lying. */
  bars() {
    const bars = this.shown.filter((trace) => trace.type === "bar"), stacked = this.figure.layout.barmode === "stack";
    const sums = new Map();
    bars.forEach((trace, k) => {
      const lying = trace.orientation === "h", { scale, content } = this.panelOf(trace), along = lying ? this.x : scale, across = lying ? scale : this.x;
      const slot = across.names ? Math.abs(across.at(1) - across.at(0)) * 0.7 / (stacked ? 1 : bars.length) : 0;
      const names = lying ? trace.y : trace.x, values = lying ? trace.x : trace.y;
      names.forEach((name, i) => {
        if (values[i] === null || values[i] === undefined) return;
        const from = stacked ? sums.get(name) || 0 : 0, to = from + values[i];
        sums.set(name, to);
        const floor = along.logarithmic ? along.from : along.px(from), end = along.px(to);
        const order = lying ? bars.length - 1 - k : k; // the first one lies on top
        const side = across.px(name) + (stacked ? -0.5 : order - bars.length / 2) * slot, thick = Math.max(slot - 1, 1), long = Math.abs(end - floor);
        const fill = `fill:${tint(Array.isArray(trace.marker.color) ? trace.marker.color[i] : trace.marker.color)}`;
        draw("rect", lying ? { x: Math.min(floor, end), y: side, width: long, height: thick, style: fill } : { x: side, y: Math.min(floor, end), width: thick, height: long, style: fill }, content);
        const words = trace.text && (Array.isArray(trace.text) ? trace.text[i] : trace.text);
        if (words && lying) draw("text", { x: end + 5, y: side + thick / 2 + 4 }, this.svg, words);
      });
    });
  }

  spot(ref, value, axis, scale) { return ref === "paper" ? (axis === "x" ? this.left + value * (this.right - this.left) : this.bottom - value * (this.bottom - this.top)) : scale.px(value); }

  shape(shape) {
    const panel = this.panels.find(({ key }) => key === (shape.yref || "").split(" ")[0]) || this.panels[0], { content } = panel;
    const xs = [shape.x0, shape.x1].map((v) => this.spot(shape.xref, v, "x", this.x));
    const ys = [shape.y0, shape.y1].map((v) => shape.yref && shape.yref.endsWith("domain") ? this.domain(shape.yref, v) : this.spot(shape.yref, v, "y", panel.scale));
    const { line = {} } = shape, style = `${line.width === 0 ? "stroke:none" : this.stroke(shape)};fill:${shape.fillcolor ? tint(shape.fillcolor) : "none"};fill-opacity:${shape.opacity ?? 1};stroke-opacity:${shape.opacity ?? 1}`;
    const x = Math.min(...xs), y = Math.min(...ys), w = Math.abs(xs[1] - xs[0]), h = Math.abs(ys[1] - ys[0]);
    if (shape.type === "line") draw("line", { x1: xs[0], x2: xs[1], y1: ys[0], y2: ys[1], style }, content);
    else if (shape.type === "circle") draw("ellipse", { cx: x + w / 2, cy: y + h / 2, rx: w / 2, ry: h / 2, style }, content);
    else draw("rect", { x, y, width: w, height: h, style }, content);
  }

  domain(ref, share) {
    const panel = this.panels.find(({ key }) => ref.startsWith(`${key} `)) || this.panels[0];
    return panel.bottom - share * (panel.bottom - panel.top);
  }

  /** Words at a place, with a thin line to it. */
  note(note) {
    const panel = this.panels.find(({ key }) => key === note.yref) || this.panels[0];
    const x = this.spot(note.xref, note.x, "x", this.x), y = this.spot(note.yref, note.y, "y", panel.scale);
    if (!isFinite(x + y) || x < this.left - 1 || x > this.right + 1) return;
    const dx = note.ax || 0, dy = note.ay || 0, lines = String(note.text).split("<br>");
    const wide = Math.max(...lines.map((line) => widthOf(line, TEXT)));
    let anchor = note.xanchor === "left" ? "start" : note.xanchor === "right" ? "end" : dx > 8 ? "start" : dx < -8 ? "end" : "middle";
    let tx = x + dx;
    if (anchor === "start" && tx + wide > this.right) { tx = Math.max(this.left + wide, Math.min(x, this.right) - Math.abs(dx)); anchor = "end"; }
    if (anchor === "end" && tx - wide < this.left) { tx = this.left + 4; anchor = "start"; }
    if (anchor === "middle") tx = Math.min(this.right - wide / 2, Math.max(this.left + wide / 2, tx));
    if (note.showarrow !== false && (dx || dy)) draw("line", { x1: x, y1: y, x2: tx, y2: y + dy + (dy < 0 ? 4 : -10), class: "leader" }, this.svg);
    const ty = Math.min(this.bottom - 4 - 13 * (lines.length - 1), Math.max(this.top + 10, y + dy));
    const text = writeLines(note.text, { x: tx, y: ty, class: "note-text", "text-anchor": anchor }, this.svg);
    if (note.font && note.font.color) text.setAttribute("style", `fill:${tint(note.font.color)}`);
  }
}
Drawing.count = 0;
