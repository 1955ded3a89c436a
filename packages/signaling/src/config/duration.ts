/** @module Durations as people write them. */
import { EdgeError } from '@longwire/protocol';

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Longest life of a token: ten years. */
const MAX_DURATION_MS = 3_650 * 86_400_000;

/** Reads `90s`, `15m`, `12h` or `30d` as milliseconds. @throws EdgeError ERR_CONFIG for anything else. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS.get(unit ?? '') ?? Number.NaN);
  if (!(ms > 0 && ms <= MAX_DURATION_MS)) {
    throw new EdgeError(
      'ERR_CONFIG',
      'duration expected a number and s, m, h or d, such as 30d, up to 3650d',
    );
  }
  return ms;
}
