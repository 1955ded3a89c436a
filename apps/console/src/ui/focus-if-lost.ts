/** @module Where the keyboard goes when what had the focus is gone and something takes its place. */

/** A `ref` that focuses its element when it appears and nothing else has the focus. */
export function focusIfLost(element: HTMLElement | null): void {
  if (element?.ownerDocument.activeElement === element?.ownerDocument.body) element?.focus();
}
