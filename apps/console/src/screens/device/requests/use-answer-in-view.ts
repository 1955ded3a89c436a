/** @module Scrolls a response into view: on a phone it appears below the form. */

import { useEffect, useRef, type RefObject } from 'react';
import type { RunState } from '../../../requests/request-run.ts';

/** A ref for the response, and a function that scrolls to it. */
export interface AnswerInView {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly showPlace: () => void;
  /** Scrolls again once the response is complete, because it is taller than the progress indicator. */
  readonly expectAnswer: () => void;
}

/** Does not scroll if the person types or looks elsewhere while the response is pending. */
export function useAnswerInView(run: RunState): AnswerInView {
  const place = useRef<HTMLDivElement>(null);
  const awaitedFrom = useRef<Element | null>(null);
  useEffect(() => {
    if (run.kind === 'idle' || run.kind === 'pending' || awaitedFrom.current === null) return;
    const focused = document.activeElement;
    const isStillThere = focused === awaitedFrom.current || focused === document.body;
    awaitedFrom.current = null;
    if (isStillThere) show(place.current);
  }, [run]);
  return {
    place,
    showPlace: () => show(place.current),
    expectAnswer: () => {
      awaitedFrom.current = document.activeElement;
    },
  };
}

function show(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}
