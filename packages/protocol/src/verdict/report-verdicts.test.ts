/** @module What a diagnostic command prints, and its exit code. */
import { expect, test } from 'vitest';
import { reportVerdicts, type ReportingProcess } from './report-verdicts.ts';
import { bad, good, type Verdict } from './verdict.ts';

const printable = (text: string): string => text.replaceAll('\u001B', '?');
const WORKS = good('clock', 'right');
const FAILS = bad('camera', 'it says \u001B[2J', 'remove \u001B');

async function outcomeOf(verdicts: readonly Verdict[], json?: boolean): Promise<unknown> {
  let text = '';
  const self: ReportingProcess = { stdout: { write: (part) => (text += part) } };
  const checks = (async function* () {
    yield* verdicts;
  })();
  await reportVerdicts(self, checks, { json, printable });
  return [text, self.exitCode];
}

test('prints a line for each result without escape sequences, and ends with 1 if something does not work', async () => {
  expect(await outcomeOf([WORKS])).toEqual(['ok       clock: right\n', undefined]);
  const line = 'BAD      camera: it says ?[2J\n         -> remove ?\n';
  expect(await outcomeOf([WORKS, FAILS])).toEqual([`ok       clock: right\n${line}`, 1]);
});

test('as JSON, the results are one value, and unchanged', async () => {
  const json = `${JSON.stringify([WORKS, FAILS], undefined, 2)}\n`;
  expect(await outcomeOf([WORKS, FAILS], true)).toEqual([json, 1]);
});
