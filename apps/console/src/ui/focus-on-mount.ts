/** @module Focuses an element that a person opened. */

/** A `ref` that focuses its element when it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
