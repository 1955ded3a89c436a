/** @module A number or a text that is typed. */

import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Scalar, ValueShape } from '../../../controls/control.ts';
import { editableNumber, readNumber } from '../../../controls/read-number.ts';
import { messages } from '../../../messages/messages.ts';

const words = messages.controls;

/** The shape and the current value. */
export interface TypedFieldProps {
  readonly title: string;
  readonly shape: Extract<ValueShape, { readonly kind: 'number' | 'text' }>;
  readonly value: Scalar | undefined;
  readonly isDisabled: boolean;
  readonly onPut: (value: Scalar) => void;
}

/** The value, editable; what is typed stays until it is sent. */
export function TypedField({ title, shape, value, isDisabled, onPut }: TypedFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined) return;
    const read = shape.kind === 'text' ? typed : readNumber(typed, shape);
    setError(read === undefined ? words.notNumber : undefined);
    if (read === undefined) return;
    setTyped(undefined);
    onPut(read);
  };
  return (
    <form className="lw-control-typed" onSubmit={submit} noValidate>
      <TextInput
        aria-label={title}
        value={typed ?? textOf(value)}
        error={error}
        autoComplete="off"
        {...(shape.kind === 'text' ? { maxLength: shape.maxLength } : { inputMode: 'decimal' })}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        aria-label={words.setWhat(title)}
        disabled={isDisabled || typed === undefined}
      >
        {words.set}
      </Button>
    </form>
  );
}

function textOf(value: Scalar | undefined): string {
  return typeof value === 'number' ? editableNumber(value, messages.language) : String(value ?? '');
}
