/** @module One question to a device about its people: waiting, answered or failed. */

import type { Reading } from '@longwire/react';
import { failedAfter } from '../reading.ts';
import { peopleProblemOf, type PeopleProblem } from './people-problem.ts';

/** The state of one question. */
export type PeopleReading<T> = Reading<T, PeopleProblem>;

/** Whether a device cannot list what it was asked for: some send an empty list, and some have no such resource. */
export function isUnlisted(reading: PeopleReading<readonly unknown[]>): boolean {
  if (reading.kind === 'waiting') return false;
  return reading.kind === 'value' ? reading.value.length === 0 : reading.error.kind === 'missing';
}

/** Asks; after an error the earlier value is kept, unless the device denies it to this user. */
export async function askFor<T>(
  before: PeopleReading<T>,
  question: () => Promise<T>,
): Promise<PeopleReading<T>> {
  try {
    return { kind: 'value', value: await question() };
  } catch (error) {
    const problem = peopleProblemOf(error);
    return problem.kind === 'denied' ? { kind: 'failed', error: problem } : failedAfter(before, problem);
  }
}
