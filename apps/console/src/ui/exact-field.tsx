/** @module A field for a name, an id or a path, without autocorrection and autocapitalization. */

import { TextInput, type TextInputProps } from '@mantine/core';

/** Props of a text field, with a callback that takes the text. */
export interface ExactFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The field. */
export function ExactField({ onChange, ...field }: ExactFieldProps) {
  return (
    <TextInput
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
