/** @module Moves the focus on navigation, and when a person skips a screen's header. */

/** Focuses a non-interactive element; it stays out of the tab order. */
export function focusPlace(place: HTMLElement | null): void {
  if (place === null) return;
  place.setAttribute('tabindex', '-1');
  place.focus({ preventScroll: true });
}

/** Focuses the main content, past the header. */
export function focusMain(document: Document): void {
  focusPlace(document.querySelector('main'));
}

/**
 * Focuses the new screen's heading, so that screen readers announce the screen. An element that survived the navigation keeps
 * the focus: a tab that was clicked, or a field that took the focus.
 */
export function focusScreen(document: Document): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  focusPlace(document.querySelector('h1'));
}
