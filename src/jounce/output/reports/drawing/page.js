// The page: unpack the figures, draw each in its place, join them by cursors, print them, and link to an instant.

const plots = [], watchers = {}, cursors = {};
let figures = {}, pending = false;

/** Bytes of a block that was deflated and written in base 64. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
}

/** Zoom all plots of a group alike; null: show everything. */
function zoomGroup(plot, range) {
  for (const one of plot.group ? plots.filter(({ group }) => group === plot.group) : [plot]) one.zoom(range);
}

/** Move the cursor of a group: time moves the replay and every plot whose points have a time. */
function moveCursor(group, value, source = "plot") {
  if (!group || cursors[group] === value) return;
  cursors[group] = value;
  if (source !== "replay" && value !== undefined) (watchers[group] || []).forEach((watch) => watch(value));
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => {
    pending = false;
    for (const plot of plots) if (plot.cursorGroup && cursors[plot.cursorGroup] !== plot.cursor && onScreen(plot.element)) plot.mark(cursors[plot.cursorGroup]);
    if (group === "time") remember(cursors.time);
  });
}

function onScreen(element) {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > -400 && top < innerHeight + 400;
}

/** Step the cursor by samples of the plot's first curve. */
function stepCursor(plot, by) {
  const group = plot.cursorGroup, trace = plot.figure.data.find((one) => (plot.group ? one.x : one.customdata)?.length > 2 && one.x[0] !== null);
  if (!group || !trace) return;
  const along = plot.group ? trace.x : trace.customdata, n = along.length, now = cursors[group] ?? along[0];
  let nearest = 0;
  for (let i = 1; i < n; i++) if (Math.abs(along[i] - now) < Math.abs(along[nearest] - now)) nearest = i;
  moveCursor(group, along[Math.min(n - 1, Math.max(0, by === -Infinity ? 0 : by === Infinity ? n - 1 : nearest + by))]);
}

let remembering = 0;
/** Keep the instant in the address, so that it can be sent. */
function remember(time) {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    try { history.replaceState(null, "", time === undefined ? location.pathname + location.search : `#t=${time.toFixed(3)}`); } catch { /* a page without an address */ }
  }, 300);
}

/** Go to the instant, or open the section, that the address names. */
function follow() {
  const instant = /^#t=([0-9.]+)/.exec(location.hash);
  if (instant) { moveCursor("time", Number(instant[1])); return; }
  const part = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = part && part.querySelector(":scope > details");
  if (folded && !folded.open) { folded.open = true; part.scrollIntoView(); }
}

/** Let something beside the plots follow the cursor of a group; gives the function that moves it. */
function joinCursor(watch, group = "time") {
  (watchers[group] ||= []).push(watch);
  if (cursors[group] !== undefined) watch(cursors[group]);
  return (value) => moveCursor(group, value, "replay");
}

let opened = [];
/** Paper has every section but the list of channels, and plots of its own width. */
function paper(on) {
  if (on) {
    opened = [...document.querySelectorAll("details:not([open]):not(.screen-only)")];
    opened.forEach((one) => { one.open = true; });
  } else {
    opened.forEach((one) => { one.open = false; });
    opened = [];
  }
  for (const plot of plots) plot.print(on);
}

async function start() {
  figures = JSON.parse(new TextDecoder().decode(await unpacked(document.getElementById("figures").textContent)));
  for (const element of document.querySelectorAll("[data-plot]")) plots.push(new Plot(element, figures[element.dataset.plot]));
  for (const plot of plots) plot.refresh();
  matchMedia("print").addEventListener("change", ({ matches }) => paper(matches));
  addEventListener("beforeprint", () => paper(true));
  addEventListener("afterprint", () => paper(false));
  addEventListener("hashchange", follow);
  document.addEventListener("toggle", ({ target }) => plots.forEach((plot) => { if (target.contains(plot.element)) plot.refresh(); }), true);
  addEventListener("scroll", () => { for (const plot of plots) if (plot.cursorGroup && plot.cursor !== cursors[plot.cursorGroup] && onScreen(plot.element)) plot.mark(cursors[plot.cursorGroup]); }, { passive: true });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("nav a")) setTimeout(follow);
    const all = event.target.closest?.("[data-unfold]");
    if (all) { const parts = [...document.querySelectorAll(".part > details")], open = parts.some((one) => !one.open); parts.forEach((one) => { one.open = open; }); }
  });
  follow();
  document.documentElement.dataset.ready = "yes";
}
window.jouncePage = { joinCursor, get cursor() { return cursors.time; }, cursors, plots, unpacked };
start().catch((error) => {
  const words = typeof DecompressionStream === "undefined" ? "This browser is too old for the plots of this page (it has no DecompressionStream); the tables are complete." : String(error);
  const note = document.createElement("p");
  note.className = "warning";
  note.textContent = words;
  document.querySelector("main").prepend(note);
  throw error;
});
