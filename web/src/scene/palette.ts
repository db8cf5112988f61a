/** Colours by role, and the materials of cars. */

import { Color, DoubleSide, FrontSide, MeshLambertMaterial, MeshStandardMaterial, type Side } from "three";

export const ROLES: Record<string, string> = {
  chassis: "#5c656e", link: "#9aa5b0", rod: "#c9a24b", spring: "#d2562d", damper: "#3c444d", joint: "#2f3a46", wheel: "#23262a",
  hub: "#7c8792", brake: "#8a4a3a", obstacle: "#e0762f", part: "#7f8a94", steering: "#c9a24b", bar: "#8799b8", subframe: "#4c555e",
  frame: "#6d7680", kingpin: "#d55e00", force_line: "#009e73", roll_centre: "#009e73",
};

export function colourOf(role: string | undefined, given?: string): Color {
  return new Color(given ?? ROLES[role ?? "part"] ?? ROLES.part);
}

export type Surface = MeshStandardMaterial | MeshLambertMaterial;
export type Materials = Record<"parts" | "shell" | "spring" | "paint" | "glass" | "dark" | "lamps", Surface>;

interface Finish { color?: string; roughness: number; metalness?: number; vertexColors?: boolean; side?: Side; transparent?: boolean; opacity?: number }

function surface({ roughness, metalness, ...rest }: Finish, simple: boolean): Surface {
  return simple ? new MeshLambertMaterial(rest) : new MeshStandardMaterial({ ...rest, roughness, metalness: metalness ?? 0 });
}

export function solid(paint: string, simple: boolean): Materials {
  return {
    parts: surface({ vertexColors: true, roughness: 0.5, metalness: 0.25 }, simple),
    shell: surface({ vertexColors: true, roughness: 0.6, metalness: 0.1, side: DoubleSide }, simple),
    spring: surface({ color: ROLES.spring, roughness: 0.42, metalness: 0.15 }, simple),
    paint: surface({ color: paint, roughness: 0.34, metalness: 0.3, side: DoubleSide }, simple),
    glass: surface({ color: "#12181f", roughness: 0.08, metalness: 0.5, side: DoubleSide }, simple),
    dark: surface({ color: "#1c2024", roughness: 0.85, side: DoubleSide }, simple),
    lamps: surface({ vertexColors: true, roughness: 0.25 }, simple),
  };
}

export function ghostly(simple: boolean): Materials {
  const make = (opacity: number): Surface => surface({ color: "#6f9fe0", roughness: 0.9, transparent: true, opacity }, simple);
  const hidden = make(0);
  hidden.visible = false;
  return { parts: make(0.4), shell: make(0.3), spring: make(0.4), paint: make(0.3), glass: make(0.22), dark: hidden, lamps: hidden };
}

export type Body = "solid" | "half" | "clear";
export const BODIES: Body[] = ["half", "clear", "solid"];
/** How a car's body is drawn, in the order of the key that changes it. */

/** Draw a car's body as it is, half transparent, or so that everything in it is seen. */
export function showBody(materials: Materials, body: Body): void {
  const through = body !== "solid", half = body === "half";
  for (const [material, faint, clear] of [[materials.paint, 0.5, 0.15], [materials.glass, 0.42, 0.15], [materials.shell, 0.6, 0.22]] as const) {
    material.transparent = through;
    material.opacity = half ? faint : through ? clear : 1;
    material.depthWrite = body !== "clear";
    material.side = through ? FrontSide : DoubleSide;
    material.needsUpdate = true;
  }
  materials.dark.visible = !through;
  materials.lamps.visible = body !== "clear";
}
