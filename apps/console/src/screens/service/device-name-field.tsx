/** @module The field for a registered device's name. */

import { TextInput } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';

const texts = words.device;

/** Value and callback of the field. */
export interface DeviceNameFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name, which is optional. */
export function DeviceNameField({ value, onChange }: DeviceNameFieldProps) {
  return (
    <TextInput
      label={texts.name}
      description={texts.nameHint}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
