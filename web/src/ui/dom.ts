/** Elements with classes and contents, and icons. */

type Attributes = Record<string, string>;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, classes: string, content: (Node | string)[] = [], attributes: Attributes = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/** Paths on a 20 × 20 field, drawn as strokes. */
const ICONS: Record<string, string> = {
  pause: "M7 4v12M13 4v12",
  play: "M6 4l10 6-10 6z",
  step: "M5 4l7 6-7 6zM15 4v12",
  back: "M15 4l-7 6 7 6zM5 4v12",
  reset: "M4.5 10a5.5 5.5 0 1 0 1.8-4.1M6 2.5v3.6h3.6",
  slower: "M10 5l-6 5 6 5zM17 5l-6 5 6 5z",
  faster: "M3 5l6 5-6 5zM10 5l6 5-6 5z",
  record: "M10 5.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z",
  snapshot: "M3 6.5h3.5L8 4.5h4l1.5 2H17v9H3zM10 8.2a2.6 2.6 0 1 0 0 5.2a2.6 2.6 0 1 0 0-5.2z",
  restore: "M10 3v8M6.8 8l3.2 3.2L13.2 8M4 13v3.5h12V13",
  glass: "M2.5 10s2.8-4.8 7.5-4.8S17.5 10 17.5 10s-2.8 4.8-7.5 4.8S2.5 10 2.5 10zM10 7.8a2.2 2.2 0 1 0 0 4.4a2.2 2.2 0 1 0 0-4.4z",
  arrows: "M4 16V5M4 5L2 8M4 5l2 3M8 16h8M16 16l-3-2M16 16l-3 2",
  tracks: "M6 17C4 12 8 8 6 3M14 17c-2-5 2-9 0-14",
  friction: "M3 15h14M5 15l2-5 3 3 3-7 2 9",
  camera: "M3 6h9v8H3zM12 9l5-2.5v7L12 11",
  charts: "M3 3v14h14M6 13l3-4 3 2 4-6",
  sound: "M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10",
  menu: "M3 5h14M3 10h14M3 15h14",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.5-1.1 1-1.1 2M10 14.6v.6",
  loop: "M5 12V9a3 3 0 0 1 3-3h7M12.5 3.5L15 6l-2.5 2.5M15 9v2a3 3 0 0 1-3 3H5M7.5 11.5L5 14l2.5 2.5",
  ghost: "M5 17V9a5 5 0 0 1 10 0v8l-2.5-2-2.5 2-2.5-2zM8 9v1M12 9v1",
  full: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5",
  pad: "M5 7h10a3 3 0 0 1 3 3v1a3 3 0 0 1-5 2H7a3 3 0 0 1-5-2v-1a3 3 0 0 1 3-3zM6 9v3M4.5 10.5h3M13 9.5v.1M15 11v.1",
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS(svg.namespaceURI, "path");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name] ?? "");
  svg.append(path);
  return svg as SVGSVGElement;
}

/** A button with an icon; the title also names its key. */
export function iconButton(name: string, label: string, key: string, act: () => void): HTMLButtonElement {
  const button = make("button", "jounce-button", [icon(name)], { type: "button", title: key ? `${label} (${key})` : label, "aria-label": label });
  button.addEventListener("click", () => { act(); button.blur(); });
  return button;
}

export function setPressed(button: HTMLButtonElement, on: boolean): void { button.setAttribute("aria-pressed", String(on)); }

export function setIcon(button: HTMLButtonElement, name: string, label: string, key: string): void {
  button.replaceChildren(icon(name));
  button.title = key ? `${label} (${key})` : label;
  button.setAttribute("aria-label", label);
}
