/** @module Reports to the oracles (e2e/harness/watched.ts), each a line of stderr. */
import { REPORT } from '../harness/watched.ts';

/** Reports to the oracles. */
export function report(text: string): void {
  process.stderr.write(`${REPORT}${text}\n`);
}
