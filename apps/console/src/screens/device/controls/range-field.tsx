/** @module A slider for a number in a range. */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Scalar, ValueShape } from '../../../controls/control.ts';

/** The range and the current number. */
export interface RangeFieldProps {
  readonly title: string;
  readonly shape: Extract<ValueShape, { readonly kind: 'number' }> & {
    readonly minimum: number;
    readonly maximum: number;
  };
  readonly value: Scalar | undefined;
  readonly isDisabled: boolean;
  readonly format: (value: number) => string;
  readonly onPut: (value: Scalar) => void;
}

/** Steps of a range that names none. */
const STEPS = 100;

/** A slider whose number follows the finger; it is sent when the finger leaves. */
export function RangeField({ title, shape, value, isDisabled, format, onPut }: RangeFieldProps) {
  const { minimum, maximum, isInteger } = shape;
  const [moved, setMoved] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const current = moved ?? (typeof value === 'number' ? value : minimum);
  const commit = useEffectEvent(() => {
    if (moved === undefined) return;
    setMoved(undefined);
    onPut(moved);
  });
  useEffect(() => {
    // The browser's own event for a choice that is made, which React does not have: its onChange is the event for each move.
    const slider = input.current;
    slider?.addEventListener('change', commit);
    return () => slider?.removeEventListener('change', commit);
  }, []);
  return (
    <div className="lw-control-range">
      <input
        ref={input}
        type="range"
        aria-label={title}
        aria-valuetext={format(current)}
        min={minimum}
        max={maximum}
        step={shape.step ?? (isInteger ? 1 : (maximum - minimum) / STEPS)}
        value={current}
        disabled={isDisabled}
        onChange={(event) => setMoved(event.currentTarget.valueAsNumber)}
      />
      <output className="lw-control-value">
        {typeof value === 'number' || moved !== undefined ? format(current) : '–'}
      </output>
    </div>
  );
}
