/** @module Focuses an element that a person opened. */

/** A `ref` that focuses its element when it appears. */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.focus();
}
