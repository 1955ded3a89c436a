/** @module Adds a listener to an event target and returns its removal. */
import type { Disposer } from './scope.ts';

interface Target<Type extends string, Event> {
  addEventListener(type: Type, listener: (event: Event) => void): void;
  removeEventListener(type: Type, listener: (event: Event) => void): void;
}

/** Listens until the returned function is called. */
export function listen<Type extends string, Event>(
  target: Target<Type, Event>,
  type: Type,
  listener: (event: Event) => void,
): Disposer {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
