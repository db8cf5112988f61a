"use strict";
// Draw every figure.
const figures = JSON.parse(document.getElementById("figures").textContent);
const font = { family: getComputedStyle(document.body).fontFamily, size: 12.5, color: "#1f2328" };
const shared = {
  font, paper_bgcolor: "white", plot_bgcolor: "white", autosize: true, dragmode: "zoom",
  legend: { orientation: "h", x: 0, y: 1.02, xanchor: "left", yanchor: "bottom", font: { size: 12.5 } },
  hoverlabel: { bgcolor: "white", bordercolor: "#bdc1c6", font: { size: 12.5 } },
};
const settings = {
  responsive: true, displaylogo: false, modeBarButtons: [["toImage"]],
  displayModeBar: matchMedia("(hover: hover)").matches ? "hover" : false,
};
for (const element of document.querySelectorAll("[data-plot]")) {
  const { data, layout } = figures[element.dataset.plot];
  layout.xaxis.automargin = layout.yaxis.automargin = true;
  Plotly.newPlot(element, data, { ...shared, ...layout }, settings);
}
