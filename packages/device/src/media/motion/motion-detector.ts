/** @module Distinguishes movement from noise in small grey pictures. */

/** The size of the pictures. Reason: each value is the mean of about a hundred pixels of a camera, in which noise and keyframes disappear. */
export const GRID = { width: 64, height: 36 } as const;

/** Bytes of a picture. */
export const GRID_BYTES: number = GRID.width * GRID.height;

/** Pictures per second. */
export const GRID_RATE = 2;

/** A value that differs by more than this from the picture before has changed, of 255. Reason: above the noise of a dark room. */
const CHANGED_BY = 16;

/** Fewest changed values of movement: half a percent, a person at the end of a garden. */
const MIN_CHANGED = 12;

/** Most: above, the light has changed, or the camera has turned. */
const MAX_CHANGED: number = GRID_BYTES * 0.6;

/** Pictures in a row that must have moved. Reason: one may be a flash, or a lost packet. */
const MIN_IN_ROW = 2;

/** A picture like the one before is a repetition for this long after the last change, in milliseconds. Reason: a slow camera sends one in two seconds, and ffmpeg fills the time between. */
const REPEATED_MS = 2_500;

/** Movement that begins again within this time is the same, in milliseconds. */
const SAME_MS = 60_000;

/** Compares each picture with the one before. */
export class MotionDetector {
  #before: Uint8Array | undefined;
  #inRow = 0;
  #changedMs = Number.NEGATIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Whether movement begins with this picture, at a time of a steady clock in milliseconds. */
  handlePicture(picture: Uint8Array, nowMs: number): boolean {
    const before = this.#before ?? picture;
    this.#before = picture;
    if (nowMs - this.#changedMs <= REPEATED_MS && isSame(before, picture)) return false;
    const changed = changedValues(before, picture);
    if (changed >= MIN_CHANGED && changed <= MAX_CHANGED) {
      this.#inRow += 1;
      this.#changedMs = nowMs;
    } else this.#inRow = 0;
    if (this.#inRow < MIN_IN_ROW) return false;
    const isNew = nowMs - this.#lastMs >= SAME_MS;
    this.#lastMs = nowMs;
    return isNew;
  }

  /** Forgets the picture, because the next one follows an interruption. */
  reset(): void {
    this.#before = undefined;
    this.#inRow = 0;
  }
}

function isSame(before: Uint8Array, after: Uint8Array): boolean {
  return Buffer.compare(before, after) === 0;
}

function changedValues(before: Uint8Array, after: Uint8Array): number {
  let count = 0;
  for (const [index, value] of after.entries())
    if (Math.abs(value - (before[index] ?? value)) > CHANGED_BY) count += 1;
  return count;
}
