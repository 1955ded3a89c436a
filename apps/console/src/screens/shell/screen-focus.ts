/** @module Where the focus goes when a screen takes the place of another, or when a person skips a screen's header. */

/** Focuses something that is no control; it is left out of the order of tabs. */
export function focusPlace(place: HTMLElement | null): void {
  if (place === null) return;
  place.setAttribute('tabindex', '-1');
  place.focus({ preventScroll: true });
}

/** Past the header, to what the screen is about. */
export function focusMain(document: Document): void {
  focusPlace(document.querySelector('main'));
}

/**
 * To the new screen's heading, so that whoever does not see the screen hears which it is. What is still there keeps the
 * focus: a tab that was followed, a field that took it.
 */
export function focusScreen(document: Document): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  focusPlace(document.querySelector('h1'));
}
