// A scatter matrix: every quantity over every other one, below the diagonal; dots in the colours that the figure gives them.

class MatrixDrawing {
  constructor(figure, width, height) {
    const [{ dimensions, marker }] = figure.data, n = dimensions.length - 1;
    Object.assign(this, { figure, width, height, shown: [], left: Infinity, right: -Infinity, top: 0, bottom: height, x: { names: true } });
    this.svg = draw("svg", { class: "drawing", viewBox: `0 0 ${Math.round(width)} ${Math.round(height)}`, width: "100%", height: Math.round(height), "aria-hidden": "true" });
    this.cursor = draw("g", { class: "cursor" }, this.svg);
    const grid = draw("g", { class: "grid" }, this.svg), ink = draw("g", { class: "axes" }, this.svg), dots = draw("g", {}, this.svg);
    const left = 104, bottom = height - 56, wide = (width - left - 8) / n, tall = (bottom - 6) / n, gap = 8;
    for (let row = 1; row <= n; row++) for (let column = 0; column < row; column++) {
      const x = new Scale({}, []), y = new Scale({}, []), x0 = left + column * wide, y0 = 6 + (row - 1) * tall;
      x.fit(dimensions[column].values);
      y.fit(dimensions[row].values);
      x.place(x0 + gap / 2, x0 + wide - gap / 2);
      y.place(y0 + tall - gap / 2, y0 + gap / 2);
      draw("rect", { x: x0 + gap / 2, y: y0 + gap / 2, width: wide - gap, height: tall - gap, style: "fill:none;stroke:var(--grid)" }, grid);
      const r = (marker.size || 5) / 2;
      dimensions[column].values.forEach((value, i) => {
        const [px, py] = [x.px(value), y.px(dimensions[row].values[i])];
        if (value !== null && dimensions[row].values[i] !== null) draw("circle", { cx: px, cy: py, r, style: `fill:${tint(Array.isArray(marker.color) ? marker.color[i] : marker.color)};fill-opacity:.8` }, dots);
      });
      const ends = (scale) => [dimensions[scale === x ? column : row].values].map((values) => values.filter((v) => v !== null)).map((values) => [Math.min(...values), Math.max(...values)])[0];
      if (row === n) for (const [k, value] of ends(x).entries()) draw("text", { x: x.px(value), y: bottom + 12, "text-anchor": k ? "end" : "start", style: "font-size:10px" }, ink, written(value, 3));
      if (column === 0) for (const value of ends(y)) draw("text", { x: left - 2, y: y.px(value) + 3, "text-anchor": "end", style: "font-size:10px" }, ink, written(value, 3));
      if (row === n) writeLines(dimensions[column].label, { x: x0 + wide / 2, y: bottom + 27, "text-anchor": "middle" }, ink);
      if (column === 0) writeLines(dimensions[row].label, { x: 2, y: y0 + tall / 2 - 6, "text-anchor": "start", style: "font-size:11px" }, ink);
    }
  }
}
