"use strict";
// Show the figures of the chosen metric; plots draw themselves when they get a width.
const choice = document.getElementById("metric");
choice.addEventListener("change", () => {
  for (const block of document.querySelectorAll("[data-metric]")) block.hidden = block.dataset.metric !== choice.value;
});
