/** How much is drawn: less after a number of slow pictures, more again after many fast ones. */

export type Quality = "full" | "plain" | "light" | "coarse";
/** full: shadows, fine pixels; plain: no shadows; light, coarse: fewer pixels as well. */
export const PIXELS: Record<Quality, number> = { full: 1.5, plain: 1, light: 0.8, coarse: 0.62 };
/** Pixels of the picture for one of the page, at most. */
const ORDER: Quality[] = ["coarse", "light", "plain", "full"];
const SLOW = 60, FAST = 24;
/** A picture that takes longer is slow, one that takes less is fast [ms]. */
const TIRED = 12;
/** Slow pictures until less is drawn. */
const PATIENCE = 120, LONGEST = 4000;
/** Fast pictures until more is drawn, at first; twice as many every time that this was too much. */

export class Pace {
  quality: Quality;
  private slow = 0;
  private fast = 0;
  private patience = PATIENCE;
  private raised = false;

  /** software: graphics are computed on the processor, which draws simple materials; wanted: what the address asks for, "full" keeps everything. */
  constructor(private readonly software: boolean, private readonly wanted: string | null) {
    this.quality = software ? "light" : "full";
  }

  /** Tell how long a picture took [ms]; true if the quality has changed. */
  took(time: number): boolean {
    if (this.wanted === "full" || time > 1000) return false;
    const limit = SLOW * (this.quality === "light" ? 2 : 1);
    this.slow = time > limit ? this.slow + 1 : Math.max(0, this.slow - 0.5);
    this.fast = time < FAST ? this.fast + 1 : Math.max(0, this.fast - 3);
    const at = ORDER.indexOf(this.quality), highest = this.software ? 1 : 3;
    if (this.slow >= TIRED && at > 0) {
      if (this.raised) this.patience = Math.min(LONGEST, 2 * this.patience);
      this.raised = false;
      return this.set(at - 1);
    }
    if (this.fast >= this.patience && at < highest) {
      this.raised = true;
      return this.set(at + 1);
    }
    return false;
  }

  private set(at: number): true {
    this.quality = ORDER[at];
    this.slow = this.fast = 0;
    return true;
  }
}
