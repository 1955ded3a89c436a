/** @module A number or a text that is typed. */

import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { assertNever } from '@longwire/protocol/base';
import type { Scalar, ValueShape } from '../../../controls/control.ts';
import { editableNumber, readNumber, type NumberProblem } from '../../../controls/read-number.ts';
import { formatNumber } from '../../../controls/unit.ts';
import { messages } from '../../../messages/messages.ts';

const words = messages.controls;

/** The shape and the current value. */
export interface TypedFieldProps {
  readonly title: string;
  readonly shape: Extract<ValueShape, { readonly kind: 'number' | 'text' }>;
  readonly value: Scalar | undefined;
  readonly isDisabled: boolean;
  /** Resolves with whether the device has taken the value. */
  readonly onPut: (value: Scalar) => Promise<boolean>;
}

/** The value, editable; what is typed stays until the device has taken it. */
export function TypedField({ title, shape, value, isDisabled, onPut }: TypedFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const send = async (value: Scalar) => {
    const isTaken = await onPut(value);
    // More may have been typed meanwhile.
    if (isTaken) setTyped((now) => (now === typed ? undefined : now));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined) return;
    const read = shape.kind === 'text' ? { value: typed } : readTyped(typed, shape);
    setError('problem' in read ? read.problem : undefined);
    if ('value' in read) void send(read.value);
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

type NumberShape = Extract<ValueShape, { readonly kind: 'number' }>;

function readTyped(
  typed: string,
  shape: NumberShape,
): { readonly value: number } | { readonly problem: string } {
  const read = readNumber(typed, shape);
  return typeof read === 'number' ? { value: read } : { problem: problemText(read, shape) };
}

function problemText(problem: NumberProblem, { unit, minimum = 0, maximum = 0 }: NumberShape): string {
  switch (problem) {
    case 'not-number':
      return words.notNumber;
    case 'not-whole':
      return words.notWhole;
    case 'too-low':
      return words.tooLow(formatNumber(minimum, unit, messages.language));
    case 'too-high':
      return words.tooHigh(formatNumber(maximum, unit, messages.language));
    default:
      return assertNever(problem);
  }
}

function textOf(value: Scalar | undefined): string {
  return typeof value === 'number' ? editableNumber(value, messages.language) : String(value ?? '');
}
