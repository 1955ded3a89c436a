/** @module A field that narrows what is on screen while a person types. */

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

/** Props of the field. */
export interface SearchFieldProps {
  readonly label: string;
  /** What it looks in; the label, if omitted. */
  readonly placeholder?: string;
  readonly query: string;
  readonly onChange: (query: string) => void;
  readonly className?: string;
  /** Whether a dialog that contains it gives it the focus. */
  readonly hasAutofocus?: boolean;
}

/** The field; its label is for screen readers. */
export function SearchField({
  label,
  placeholder = label,
  query,
  onChange,
  className,
  hasAutofocus = false,
}: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      value={query}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(className === undefined ? {} : { className })}
      {...(hasAutofocus ? { 'data-autofocus': true } : {})}
    />
  );
}
