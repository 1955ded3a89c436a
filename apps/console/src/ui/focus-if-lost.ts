/** @module Focuses an element that replaces the one that had the focus. */

/** A `ref` that focuses its element when it appears, unless another element has the focus. */
export function focusIfLost(element: HTMLElement | null): void {
  if (element?.ownerDocument.activeElement === element?.ownerDocument.body) element?.focus();
}
