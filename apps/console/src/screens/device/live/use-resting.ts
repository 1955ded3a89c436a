/** @module Whether a person has been still for a while, so that controls can leave the picture. */

import { useEffect, useState } from 'react';
import { pageClock } from '../../../page-clock.ts';

/** How long controls stay after the last sign of a person, in milliseconds. */
const REST_MS = 3000;

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** The state, and the ref of the element where signs of a person count. */
export interface Resting {
  readonly isResting: boolean;
  readonly ref: (element: HTMLElement | null) => void;
}

/** True after `REST_MS` without a sign. A tap that brings controls back presses none of them: a person does not press what is not visible. */
export function useResting(): Resting {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [isResting, setIsResting] = useState(false);
  useEffect(() => {
    if (element === null) return undefined;
    let isBlind = false;
    let cancel = () => {};
    const wake = (event?: Event) => {
      if (event instanceof PointerEvent && event.type === 'pointerdown')
        isBlind = event.pointerType !== 'mouse' && isUnseen(event.target);
      cancel();
      cancel = pageClock.schedule(REST_MS, () => setIsResting(true));
      setIsResting(false);
    };
    const dropBlind = (event: Event) => {
      if (isBlind) event.stopPropagation();
      isBlind = false;
    };
    wake();
    for (const sign of SIGNS) element.addEventListener(sign, wake, true);
    element.addEventListener('click', dropBlind, true);
    return () => {
      cancel();
      for (const sign of SIGNS) element.removeEventListener(sign, wake, true);
      element.removeEventListener('click', dropBlind, true);
    };
  }, [element]);
  return { isResting, ref };
}

/** Whether an event meets controls that have left the picture. */
function isUnseen(target: EventTarget | null): boolean {
  const controls = target instanceof Element ? target.closest('.lw-controls') : null;
  return controls !== null && getComputedStyle(controls).opacity === '0';
}
