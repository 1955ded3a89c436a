/** @module Durations as people write them. */
import { EdgeError } from '../errors/edge-error.ts';

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Longest duration, in milliseconds. Reason: ten years are longer than any token, invite or pairing should last. */
export const MAX_DURATION_MS: number = 3_650 * 86_400_000;

/** Parses `90s`, `15m`, `12h` or `7d` as milliseconds. @throws EdgeError ERR_CONFIG for anything else. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/u.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS.get(unit ?? '') ?? Number.NaN);
  if (ms > 0 && ms <= MAX_DURATION_MS) return ms;
  throw new EdgeError('ERR_CONFIG', 'duration must be a number with s, m, h or d, such as 10m, up to 3650d');
}
