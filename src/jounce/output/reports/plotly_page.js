"use strict";
// Draw every figure; zooming one time axis zooms them all, a double click shows everything again.
const figures = JSON.parse(document.getElementById("figures").textContent);
const look = getComputedStyle(document.documentElement), ink = look.getPropertyValue("--ink").trim(), card = look.getPropertyValue("--card").trim();
const font = { family: getComputedStyle(document.body).fontFamily, size: 12.5, color: ink };
const shared = {
  font, paper_bgcolor: card, plot_bgcolor: card, autosize: true, dragmode: "zoom",
  legend: { orientation: "h", x: 0, y: 1.02, xanchor: "left", yanchor: "bottom", font: { size: 12.5 } },
  hoverlabel: { bgcolor: card, bordercolor: "#bdc1c6", font: { size: 12.5 } },
};
const settings = {
  responsive: true, displaylogo: false, modeBarButtons: [["toImage"]],
  displayModeBar: matchMedia("(hover: hover)").matches ? "hover" : false,
};
const overTime = [];
let following = false;

function follow(source, change) {
  if (following) return;
  const keys = Object.keys(change);
  if (!keys.some((key) => key.startsWith("xaxis."))) return;
  const all = "xaxis.autorange" in change;
  const range = change["xaxis.range"] || [change["xaxis.range[0]"], change["xaxis.range[1]"]];
  if (!all && range[0] === undefined) return;
  following = true;
  const others = overTime.filter((other) => other !== source);
  const update = all ? { "xaxis.autorange": true } : { "xaxis.range": [...range] };
  Promise.all(others.map((other) => Plotly.relayout(other, update))).finally(() => { following = false; });
}

for (const element of document.querySelectorAll("[data-plot]")) {
  const { data, layout, kind } = figures[element.dataset.plot];
  for (const axis of [layout.xaxis, layout.yaxis]) if (axis) axis.automargin = true;
  Plotly.newPlot(element, data, { ...shared, ...layout }, settings).then(() => scalable(element));
  if (kind !== "time" && kind !== "logarithmic") continue;
  overTime.push(element);
  element.on("plotly_relayout", (change) => follow(element, change));
}

// Paper is narrower than most screens: pictures shrink with their cards instead of being cut.
function scalable(element) {
  for (const svg of element.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`);
}
