/** @module A password field with a button that reveals the password. */

import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { messages } from '../messages/messages.ts';

/** Props of a text field, with a callback that takes the text. */
export interface PasswordFieldProps extends Omit<
  PasswordInputProps,
  'value' | 'onChange' | 'visibilityToggleButtonProps'
> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The field. It sets aria-invalid itself, as the other fields do. */
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
