/** @module A segmented control: radio buttons side by side. */

import { useId } from 'react';
import './segmented-choice.css';

/** Props of the control. */
export interface SegmentedChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly isDisabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** The control. */
export function SegmentedChoice<Value extends string>({
  label,
  value,
  options,
  isDisabled = false,
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
            disabled={isDisabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
