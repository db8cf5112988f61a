// Plots on a page: they are drawn as wide as their card, zoomed by dragging, and share a cursor with their group.

const PAPER = { third: 219, half: 334, wide: 690, height: 0.64 };
/** Widths on A4 [px], and the share of the height on a screen. */

class Plot {
  constructor(element, figure) {
    Object.assign(this, { element, figure, hidden: new Set(), range: null, drawing: null, paper: false });
    this.group = figure.group || null;
    this.readout = element.parentElement.querySelector(".readout");
    if (figure.height) element.style.height = `${figure.height}px`;
    new ResizeObserver(() => this.refresh()).observe(element);
    this.listen();
  }

  /** Draw anew if the size has changed. */
  refresh() {
    const width = this.element.closest("details:not([open])") ? 0 : this.element.clientWidth;
    if (width && !this.paper && width !== this.width) this.draw();
  }

  draw() {
    const { element, figure } = this;
    const has = (place, kind) => element.closest(place)?.classList.contains(kind);
    const width = this.paper ? PAPER[has(".card", "wide") ? "wide" : has(".plots", "trio") ? "third" : "half"] : element.clientWidth;
    const tall = figure.height || Number(element.dataset.height) || parseFloat(getComputedStyle(element).getPropertyValue("--height")) || 270;
    const height = this.paper ? Math.round(PAPER.height * tall) : element.clientHeight || tall;
    if (!width) return;
    this.width = width;
    this.drawing = figure.data[0]?.type === "splom" ? new MatrixDrawing(figure, width, height) : new Drawing(figure, width, height, this.range, this.hidden);
    element.replaceChildren(this.drawing.svg);
    if (this.cursor !== undefined) this.mark(this.cursor);
  }

  /** Draw for paper, or for the screen again. */
  print(paper) {
    this.paper = paper;
    if (!paper) this.width = 0;
    this.draw();
  }

  zoom(range) { this.range = range; if (this.drawing) this.draw(); }

  listen() {
    const { element } = this;
    let from = null, box = null;
    const local = (event) => { const at = element.getBoundingClientRect(); return event.clientX - at.left; };
    element.addEventListener("pointerdown", (event) => {
      const entry = event.target.closest?.(".entry");
      if (entry) { this.toggle(entry.dataset.name); return; }
      if (event.pointerType === "touch" || event.button) return;
      from = local(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (!this.drawing) return;
      const x = local(event);
      if (from !== null && Math.abs(x - from) > 6) {
        const { drawing } = this, a = Math.max(drawing.left, Math.min(from, x)), b = Math.min(drawing.right, Math.max(from, x));
        box = box || draw("rect", { class: "zoom", y: drawing.top, height: drawing.bottom - drawing.top }, drawing.svg);
        box.setAttribute("x", a);
        box.setAttribute("width", Math.max(0, b - a));
        element.setPointerCapture(event.pointerId);
        return;
      }
      this.point(event);
    });
    element.addEventListener("pointerup", (event) => {
      if (box) {
        const { x } = this.drawing, start = Number(box.getAttribute("x")), end = start + Number(box.getAttribute("width"));
        box.remove();
        if (!x.names) zoomGroup(this, [x.valueAt(start), x.valueAt(end)]);
      } else if (from !== null && this.drawing) this.point(event, true);
      from = box = null;
    });
    element.addEventListener("dblclick", () => zoomGroup(this, null));
    element.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (event.key === "Escape") moveCursor(this.cursorGroup, undefined);
      else if (by !== undefined) stepCursor(this, by * (event.shiftKey ? 10 : 1));
      else return;
      event.preventDefault();
    });
  }

  /** The group whose cursor it shows: its own, or time where its points have one. */
  get cursorGroup() { return this.group || (this.figure.data.some((trace) => trace.customdata) ? "time" : null); }

  toggle(name) {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    this.draw();
  }

  /** Move the cursor to where the pointer is. */
  point(event) {
    const { drawing } = this, at = this.element.getBoundingClientRect(), x = event.clientX - at.left, y = event.clientY - at.top;
    if (x < drawing.left - 4 || x > drawing.right + 4) return;
    if (this.group) { moveCursor(this.group, drawing.x.back(drawing.x.valueAt(Math.min(drawing.right, Math.max(drawing.left, x))))); return; }
    let best = 30 * 30, time;
    for (const trace of drawing.shown) {
      if (!trace.customdata) continue;
      const { scale } = drawing.panelOf(trace);
      for (let i = 0; i < trace.x.length; i++) {
        if (trace.x[i] === null || trace.y[i] === null) continue;
        const d = (drawing.x.px(trace.x[i]) - x) ** 2 + (scale.px(trace.y[i]) - y) ** 2;
        if (d < best) { best = d; time = trace.customdata[i]; }
      }
    }
    if (time !== undefined) moveCursor("time", time);
  }

  /** Show the cursor at a value of x, or at a time on curves whose points have one; undefined: none. */
  mark(value) {
    this.cursor = value;
    const { drawing } = this;
    if (!drawing) return;
    drawing.cursor.replaceChildren();
    if (this.readout) this.readout.replaceChildren();
    if (value === undefined) return;
    const words = [], x = this.group ? drawing.x.px(value) : NaN;
    const inside = x >= drawing.left - 0.5 && x <= drawing.right + 0.5;
    if (this.group && inside) for (const { top, bottom } of drawing.panels) draw("line", { x1: x, x2: x, y1: top, y2: bottom, class: "at" }, drawing.cursor);
    const curves = drawing.shown.filter((trace) => trace.type === "scatter" && (trace.mode || "lines").includes("lines") && !trace.fill && trace.hoverinfo !== "skip" && trace.x.length > 1 && trace.x[0] !== null);
    for (const trace of curves) {
      const along = this.group ? trace.x : trace.customdata;
      if (!along) continue;
      const found = interpolated(along, trace, value, drawing.x.logarithmic && this.group);
      if (!found) continue;
      const { scale, top, bottom } = { ...drawing.panelOf(trace), scale: drawing.panelOf(trace).scale };
      const px = this.group ? x : drawing.x.px(found.x), py = scale.px(found.y);
      if (px >= drawing.left - 1 && px <= drawing.right + 1 && py >= top - 2 && py <= bottom + 2) draw("circle", { cx: px, cy: py, r: 3.6, style: `fill:${tint(trace.line && trace.line.color)}` }, drawing.cursor);
      words.push({ trace, text: written(found.y) });
    }
    this.tell(value, words);
  }

  /** Values at the cursor, beside the title of the card. */
  tell(value, words) {
    if (!this.readout) return;
    const several = words.length > 1, spans = words.slice(0, 8).map(({ trace, text }) => {
      const span = document.createElement("span");
      span.textContent = several && trace.name ? `${trace.name} ${text}` : text;
      if (several) span.style.color = tint(trace.line && trace.line.color);
      return span;
    });
    const at = document.createElement("span");
    const time = this.cursorGroup === "time";
    at.textContent = time ? `${value.toFixed(2)} s` : `${written(value, 3)} ${this.figure.unit || ""}`;
    this.readout.replaceChildren(at, ...spans);
  }
}

/** x and y of a curve where the rising values `along` pass one; null outside, or beside a gap. */
function interpolated(along, trace, value, logarithmic) {
  const n = along.length;
  if (value < along[0] - 1e-9 || value > along[n - 1] + 1e-9) return null;
  let low = 0, high = n - 1;
  while (high - low > 1) { const half = (low + high) >> 1; if (along[half] <= value) low = half; else high = half; }
  const scale = logarithmic ? Math.log : (v) => v, span = scale(along[high]) - scale(along[low]);
  const share = span > 0 ? Math.min(1, Math.max(0, (scale(value) - scale(along[low])) / span)) : 0;
  const mix = (values) => values[low] === null || values[high] === null ? null : values[low] + share * (values[high] - values[low]);
  const x = mix(trace.x), y = mix(trace.y);
  return x === null || y === null ? null : { x, y };
}
