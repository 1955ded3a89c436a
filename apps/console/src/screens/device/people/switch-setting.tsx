/** @module An on/off setting of the device. */

import { useId } from 'react';
import './switch-setting.css';

/** The setting and its explanation. */
export interface SwitchSettingProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch; it moves once the device has accepted the change. */
export function SwitchSetting({ label, hint, isOn, isBusy, onChange }: SwitchSettingProps) {
  const id = useId();
  return (
    <label className="lw-switch">
      <span className="lw-switch-text">
        <span>{label}</span>
        <span id={id} className="lw-soft">
          {hint}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={id}
        aria-checked={isOn}
        aria-busy={isBusy}
        checked={isOn}
        onChange={(event) => {
          if (!isBusy) onChange(event.currentTarget.checked);
        }}
      />
    </label>
  );
}
