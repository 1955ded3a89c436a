/** @module For how long a token or a key is made. */

import { NativeSelect } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';

const texts = words.token;
const DAY_MS = 86_400_000;

/** No end at all. */
export const FOREVER = '';

/** What is chosen first. */
export const FIRST_DAYS = '365';

/** Spans of a connection token, in days. */
export const TOKEN_DAYS: readonly number[] = [1, 7, 30, 90, 365];

/** Which spans there are. */
export interface LifetimeFieldProps {
  readonly days: string;
  readonly offered: readonly number[];
  /** Whether it may be without an end. */
  readonly isEndOptional?: boolean;
  readonly onChange: (days: string) => void;
}

/** A choice of days. */
export function LifetimeField({ days, offered, isEndOptional = false, onChange }: LifetimeFieldProps) {
  return (
    <NativeSelect
      label={texts.lifetime}
      value={days}
      data={[
        ...offered.map((n) => ({ value: String(n), label: texts.days(n) })),
        ...(isEndOptional ? [{ value: FOREVER, label: words.people.forever }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The span of so many days. */
export function daysToMs(days: string): number {
  return Number(days) * DAY_MS;
}
