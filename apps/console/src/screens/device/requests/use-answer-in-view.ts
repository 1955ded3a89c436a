/** @module Brings an answer into view when it comes: on a phone it is below what was typed. */

import { useEffect, useRef, type RefObject } from 'react';
import type { RunState } from '../../../requests/request-run.ts';

/** Where the answer is shown, and what brings that into view. */
export interface AnswerInView {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly showPlace: () => void;
  /** Does so again when the answer is there: it takes more room than the wait for it. */
  readonly expectAnswer: () => void;
}

/** Whoever goes on typing, or looks at something else, while the answer is on its way is left where they are. */
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
