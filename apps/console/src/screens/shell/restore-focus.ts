/** @module Restores the keyboard focus after its element was removed, hidden or disabled; otherwise keyboard users would lose their place. */

import { focusPlace } from './screen-focus.ts';

/** The visible heading of a section. */
const HEADING = ['h1', 'h2', 'h3']
  .flatMap((name) => [`:scope > ${name}`, `:scope > :first-child > ${name}`])
  .map((heading) => `${heading}:not(.lw-hidden)`)
  .join(', ');

/** The focused element and its ancestors, innermost first. */
interface Focused {
  readonly element: Element;
  readonly around: readonly Element[];
}

/**
 * Restores a lost focus: to the element that was disabled for a while, otherwise to the heading of the nearest section,
 * otherwise to the screen's heading. Does nothing if the person moved the focus themselves. Returns a function that stops it.
 */
export function restoreFocus(document: Document): () => void {
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
    // Browsers fire focusout before a removed element is gone, but for a hidden one only after the next paint.
    queueMicrotask(() => {
      if (last?.element !== target || !isNowhere(document)) return;
      if (isUsable(last.element)) last = undefined;
      else look();
    });
  });
  listen('pointerdown', (target) => {
    if (last !== undefined && !(target instanceof Node && last.element.contains(target))) last = undefined;
  });
  return () => {
    ended.abort();
    changes.disconnect();
  };
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
    // A heading inside collapsed content does not take the focus.
    if (!isNowhere(document)) {
      heading?.scrollIntoView({ block: 'nearest' });
      return;
    }
  }
  focusPlace(document.querySelector('h1'));
}
