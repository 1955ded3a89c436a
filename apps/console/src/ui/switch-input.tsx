/** @module The input of a switch. */

import './switch-input.css';

/** A switch and its name. */
export interface SwitchInputProps {
  readonly id?: string;
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox that looks and is announced like a switch; it does not move while it is busy. */
export function SwitchInput({
  id,
  label,
  describedBy,
  isOn,
  isBusy,
  isDisabled = false,
  onChange,
}: SwitchInputProps) {
  return (
    <input
      id={id}
      className="lw-switch-input"
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-describedby={describedBy}
      aria-checked={isOn}
      aria-busy={isBusy}
      disabled={isDisabled}
      checked={isOn}
      onChange={(event) => {
        if (!isBusy) onChange(event.currentTarget.checked);
      }}
    />
  );
}
