/** @module A field for a name, an id or a path: what a keyboard neither corrects nor begins with a capital. */

import { TextInput, type TextInputProps } from '@mantine/core';

/** What a text field takes, with the text itself for the event. */
export interface ExactFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The text as it is typed. */
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
