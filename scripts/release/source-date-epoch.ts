/** @module The time of a release (https://reproducible-builds.org/specs/source-date-epoch/). */
import { execFileSync } from 'node:child_process';
import { ROOT } from '../step.ts';

/**
 * Parses the time that files get. It has to grow with each release: static servers derive Last-Modified and ETag from it, and
 * browsers would keep the page before.
 * @throws Error if it is no time.
 */
export function epochOf(text: string): number {
  if (!/^[1-9]\d{0,10}$/u.test(text)) throw new Error(`expected seconds since 1970, got "${text}"`);
  return Number(text);
}

/** The time of the last commit, unless the environment says another; in seconds since 1970. */
export function sourceDateEpoch(): number {
  const { SOURCE_DATE_EPOCH } = process.env;
  if (SOURCE_DATE_EPOCH !== undefined) return epochOf(SOURCE_DATE_EPOCH);
  const ofCommit = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  return epochOf(ofCommit.trim());
}
