/** @module The lifetime of a token or an API key. */

import { NativeSelect } from '@mantine/core';
import { words } from '../../messages/service-messages.ts';

const texts = words.token;
const DAY_MS = 86_400_000;

/** No expiry. */
export const FOREVER = '';

/** The default. */
export const FIRST_DAYS = '365';

/** Lifetimes of a connection token, in days. */
export const TOKEN_DAYS: readonly number[] = [1, 7, 30, 90, 365];

/** The offered lifetimes. */
export interface LifetimeFieldProps {
  readonly days: string;
  readonly offered: readonly number[];
  /** Whether an unlimited lifetime is offered. */
  readonly isEndOptional?: boolean;
  readonly onChange: (days: string) => void;
}

/** A select of lifetimes. */
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

/** A chosen lifetime in milliseconds. */
export function daysToMs(days: string): number {
  return Number(days) * DAY_MS;
}
