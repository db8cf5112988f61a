"use strict";
// Draw every panel; the legend hides and shows a method in all of them.
const figures = JSON.parse(document.getElementById("figures").textContent);
const font = { family: getComputedStyle(document.body).fontFamily, size: 12.5, color: "#1f2328" };
const shared = {
  font, paper_bgcolor: "white", plot_bgcolor: "white", autosize: true, showlegend: false, hovermode: "closest",
  hoverlabel: { bgcolor: "white", bordercolor: "#bdc1c6", font: { size: 12.5 } },
};
const settings = { responsive: true, displaylogo: false, modeBarButtons: [["toImage"]] };
const panels = [...document.querySelectorAll("[data-plot]")];
for (const element of panels) {
  const { data, layout } = figures[element.dataset.plot];
  Plotly.newPlot(element, data, { ...shared, ...layout }, settings);
}
for (const button of document.querySelectorAll("[data-method]")) {
  button.addEventListener("click", () => {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(shown));
    for (const element of panels) {
      const own = element.data.flatMap((trace, i) => (trace.name === button.dataset.method ? [i] : []));
      if (own.length) Plotly.restyle(element, { visible: shown }, own);
    }
  });
}
