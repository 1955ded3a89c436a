/** @module Where the keyboard goes when something opens because a person asked for it. */

/** A `ref` that focuses its element when it appears. */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.focus();
}
