"use strict";
// Draw the figures of the chosen metric; cards without one are hidden.
const figures = JSON.parse(document.getElementById("figures").textContent);
const font = { family: getComputedStyle(document.body).fontFamily, size: 12.5, color: "#1f2328" };
const shared = {
  font, paper_bgcolor: "white", plot_bgcolor: "white", autosize: true, dragmode: "zoom",
  hoverlabel: { bgcolor: "white", bordercolor: "#bdc1c6", font: { size: 12.5 } },
};
const settings = {
  responsive: true, displaylogo: false, modeBarButtons: [["toImage"]],
  displayModeBar: matchMedia("(hover: hover)").matches ? "hover" : false,
};
const choice = document.getElementById("metric");
function draw() {
  const chosen = figures[choice.value];
  if (!chosen) return;
  document.getElementById("note").textContent = chosen.note;
  const cards = [...document.querySelectorAll("[data-place]")];
  for (const card of cards) card.hidden = !chosen[card.dataset.place]; // before drawing: widths depend on it
  for (const card of cards.filter((card) => !card.hidden)) {
    const figure = chosen[card.dataset.place];
    const element = card.querySelector(".plot");
    const { down, ...layout } = figure.layout;
    element.classList.toggle("two", down === 2);
    for (const name of Object.keys(layout)) if (/^[xy]axis/.test(name)) layout[name].automargin = card.dataset.place !== "effects";
    const note = card.querySelector("[data-note]");
    if (note) note.textContent = figure.note ? "· " + figure.note : "";
    Plotly.react(element, figure.data, { ...shared, ...layout }, settings);
  }
}
choice.addEventListener("change", draw);
draw();
