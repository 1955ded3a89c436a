/** @module Chooses one of several named values. */

import { NativeSelect } from '@mantine/core';
import type { Choice, Scalar } from '../../../controls/control.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';

/** Most choices side by side, and most letters of them all. Reason: the width of a card on a phone. */
const MAX_SEGMENTS = 4;
const MAX_LETTERS = 32;

/** The choices and the current one. */
export interface ChoiceFieldProps {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly value: Scalar | undefined;
  readonly isDisabled: boolean;
  readonly onPut: (value: Scalar) => void;
}

/** Side by side if they fit, else a list. A value that is no choice is none of them. */
export function ChoiceField({ title, choices, value, isDisabled, onPut }: ChoiceFieldProps) {
  const options = choices.map((choice, index) => ({ value: String(index), label: choice.title }));
  const current = String(choices.findIndex((choice) => choice.value === value));
  const put = (index: string) => {
    const choice = choices[Number(index)];
    if (choice !== undefined) onPut(choice.value);
  };
  const letters = choices.reduce((sum, choice) => sum + choice.title.length, 0);
  if (choices.length <= MAX_SEGMENTS && letters <= MAX_LETTERS) {
    return (
      <SegmentedChoice
        label={title}
        value={current}
        options={options}
        isDisabled={isDisabled}
        onChange={put}
      />
    );
  }
  const none = current === '-1' ? [{ value: '-1', label: '–' }] : [];
  return (
    <NativeSelect
      aria-label={title}
      data={[...none, ...options]}
      value={current}
      disabled={isDisabled}
      onChange={(event) => put(event.currentTarget.value)}
    />
  );
}
