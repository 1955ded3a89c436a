/** @module Keeps the keyboard on the screen: what has the focus may go away, be hidden or be disabled, and whoever has no pointer would be nowhere. */

import { focusPlace } from './screen-focus.ts';

/** The heading of a part of the screen, which people see. */
const HEADING = ['h1', 'h2', 'h3']
  .flatMap((name) => [`:scope > ${name}`, `:scope > :first-child > ${name}`])
  .map((heading) => `${heading}:not(.lw-hidden)`)
  .join(', ');

/** What has the focus, and what is around it from the inside out. */
interface Focused {
  readonly element: Element;
  readonly around: readonly Element[];
}

/**
 * Gives a lost focus a place: back to what was disabled for a while, else to the heading of the part that what had it
 * stood in, else to that of the screen. A person who leaves by themselves is left alone. The answer ends it.
 */
export function keepFocus(document: Document): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let last = focusedIn(document.activeElement, document);
  const look = () => {
    if (last === undefined || !isNowhere(document)) return;
    const { element, around } = last;
    if (!isShown(element)) focusNear(around, document);
    else if (isUsable(element) && element instanceof HTMLElement) element.focus();
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
  const listen = (type: 'focusin' | 'focusout' | 'pointerdown', hear: (target: EventTarget | null) => void) =>
    document.addEventListener(type, ({ target }) => hear(target), { signal });
  listen('focusin', (target) => {
    last = focusedIn(target, document);
  });
  listen('focusout', (target) => {
    // Browsers tell of what goes away before it is gone, and of what is hidden with the next picture.
    queueMicrotask(() => {
      if (last?.element !== target || !isNowhere(document)) return;
      if (isUsable(last.element)) last = undefined;
      else look();
    });
  });
  listen('pointerdown', (target) => {
    if (last !== undefined && !(target instanceof Node && last.element.contains(target))) last = undefined;
  });
  signal.addEventListener('abort', () => changes.disconnect());
  return () => ended.abort();
}

function focusedIn(target: EventTarget | null, document: Document): Focused | undefined {
  if (!(target instanceof Element) || target === document.body) return undefined;
  const around: Element[] = [];
  for (
    let place = target.parentElement;
    place !== null && place.localName !== 'main';
    place = place.parentElement
  )
    around.push(place);
  return { element: target, around };
}

const isNowhere = ({ activeElement, body }: Document): boolean =>
  activeElement === null || activeElement === body;

const isShown = (element: Element): boolean => element.isConnected && element.closest('[hidden]') === null;

const isUsable = (element: Element): boolean => isShown(element) && !element.matches(':disabled');

function focusNear(around: readonly Element[], document: Document): void {
  for (const place of around) {
    const heading = place.isConnected ? place.querySelector<HTMLElement>(HEADING) : null;
    focusPlace(heading);
    // What is folded away does not take it.
    if (!isNowhere(document)) {
      heading?.scrollIntoView({ block: 'nearest' });
      return;
    }
  }
  focusPlace(document.querySelector('h1'));
}
