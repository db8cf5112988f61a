/** Short messages that go away by themselves. */

import { make } from "./dom.ts";

export class Toasts {
  readonly element = make("div", "jounce-toasts", [], { role: "status", "aria-live": "polite" });

  show(message: string, kind: "info" | "error" = "info"): void {
    const toast = make("div", `jounce-toast jounce-${kind}`, [message]);
    this.element.append(toast);
    while (this.element.childElementCount > 4) this.element.firstElementChild?.remove();
    setTimeout(() => toast.remove(), kind === "error" ? 9000 : 5000);
  }
}
