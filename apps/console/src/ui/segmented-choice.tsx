/** @module One choice of a few, side by side: radio buttons that look like one control. */

import { useId } from 'react';
import './segmented-choice.css';

/** What is chosen between. */
export interface SegmentedChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice between a few values. */
export function SegmentedChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedChoiceProps<Value>) {
  const name = useId();
  return (
    <div className="lw-choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="lw-choice-option">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
