/** @module A field for a password, with a button that shows it. */

import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { messages } from '../messages/messages.ts';

/** What a text field takes, with the text itself for the event. */
export interface PasswordFieldProps extends Omit<
  PasswordInputProps,
  'value' | 'onChange' | 'visibilityToggleButtonProps'
> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The password as it is typed. It says itself that it is wrong, as every other field does. */
export function PasswordField({ error, onChange, ...field }: PasswordFieldProps) {
  return (
    <PasswordInput
      {...field}
      error={error}
      aria-invalid={error !== undefined}
      visibilityToggleButtonProps={{ 'aria-label': messages.add.showPassword }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
