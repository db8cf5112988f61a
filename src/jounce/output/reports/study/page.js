"use strict";
// Draw the figures of the chosen metric; cards without one are hidden.
const figures = JSON.parse(document.getElementById("figures").textContent);
const look = getComputedStyle(document.documentElement), ink = look.getPropertyValue("--ink").trim(), card = look.getPropertyValue("--card").trim();
const font = { family: getComputedStyle(document.body).fontFamily, size: 12.5, color: ink };
const shared = {
  font, paper_bgcolor: card, plot_bgcolor: card, autosize: true, dragmode: "zoom",
  hoverlabel: { bgcolor: card, bordercolor: "#bdc1c6", font: { size: 12.5 } },
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
    Plotly.react(element, figure.data, { ...shared, ...layout }, settings).then(() => scalable(element));
  }
}
// Paper is narrower than most screens: pictures shrink with their cards instead of being cut.
function scalable(element) {
  for (const svg of element.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`);
}
choice.addEventListener("change", draw);
draw();
