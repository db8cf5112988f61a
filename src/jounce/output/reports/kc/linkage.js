// The linkage of each axle in 3D: buttons choose what is moved, and the cursor of its curves moves it.
for (const card of document.querySelectorAll("[data-linkage]")) (async function () {
  const { axle, ways } = JSON.parse(card.querySelector(".linkage-mode").textContent), buttons = [...card.querySelectorAll("[data-way]")];
  const place = card.querySelector(".replay"), mode = JSON.parse(card.querySelector(".replay-mode").textContent);
  const replay = await window.jounce.mountReplay(place, { ...mode, ways }, card.querySelectorAll("script.linkage-data"));
  let shown = 0;
  const tellers = ways.map((way, k) => window.jouncePage.joinCursor((value) => {
    if (shown !== k) show(k, false);
    replay.seek(value / way.scale);
  }, `${axle}-${way.name}`));
  function show(k, move = true) {
    shown = k;
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === k)));
    replay.onTime = move ? tell : () => {};
    replay.choose(k);
    replay.onTime = tell;
  }
  function tell(value) { tellers[shown](ways[shown].scale * value); }
  buttons.forEach((button, k) => button.addEventListener("click", () => show(k)));
  replay.onTime = tell;
})();
