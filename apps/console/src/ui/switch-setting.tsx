/** @module An on/off setting of the device. */

import { useId } from 'react';
import { SwitchInput } from './switch-input.tsx';
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
  const inputId = useId();
  return (
    <label className="lw-switch" htmlFor={inputId}>
      <span className="lw-switch-text">
        <span>{label}</span>
        <span id={id} className="lw-soft">
          {hint}
        </span>
      </span>
      <SwitchInput
        id={inputId}
        label={label}
        describedBy={id}
        isOn={isOn}
        isBusy={isBusy}
        onChange={onChange}
      />
    </label>
  );
}
