/** @module The field for what a registered device is called. */

import { TextInput } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';

const texts = words.device;

/** A name that people read. */
export interface DeviceNameFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name, which may be left out. */
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
