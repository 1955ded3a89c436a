/// <reference types="node" />
/** @module Runs the program of docs/guides/diagnose.md and checks that the guide has a row for every step and code. */
import { readFile } from 'node:fs/promises';
import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { diagnose, DIAGNOSIS_STEPS, FINDING_CODES, formatFinding } from './index.ts';
import type { DiagnoseOptions, Finding } from './index.ts';

interface Screen {
  readonly options: DiagnoseOptions;
  readonly fingerprint: string;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly show: (line: string) => void;
  readonly advise: (text: string, todo: string) => void;
}

async function example({ options, fingerprint, credentials, show, advise }: Screen): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of diagnose({ ...options, fingerprint, credentials })) {
    findings.push(finding);
    show(formatFinding(finding));
  }
  const worst = findings.find(({ kind }) => kind === 'bad');
  if (worst !== undefined) advise(worst.text, worst.todo ?? '');
  return findings;
}

const readGuide = async (): Promise<string> =>
  await readFile(new URL('../../../../docs/guides/diagnose.md', import.meta.url), 'utf8');

test('docs/guides/diagnose.md shows the program of this test', async () => {
  const blocks = [...(await readGuide()).matchAll(/```ts\n(.*?)```/gsu)].map(([, block = '']) => block);
  const source = await readFile(new URL(import.meta.url), 'utf8');
  expect(blocks).toHaveLength(1);
  for (const block of blocks) expect(source).toContain(block.replaceAll(/^(?=.)/gmu, '  '));
});

test('the guide’s program shows every finding and what to do about the first bad one', async () => {
  const world = await createFakeWorld();
  const lines: string[] = [];
  const advice: string[] = [];
  const findings = await example({
    options: { ...world.options, fetch: async () => new Response(), tracks: [] },
    fingerprint: world.identity.fingerprint,
    credentials: { username: 'ann', password: 'not hers' },
    show: (line) => lines.push(line),
    advise: (...words) => advice.push(...words),
  });
  expect(findings).toHaveLength(DIAGNOSIS_STEPS.length);
  expect(lines).toHaveLength(DIAGNOSIS_STEPS.length);
  expect(advice).toEqual(['wrong user name or password', 'type them again, or ask for a new invite']);
});

test('docs/guides/diagnose.md has a row for each step and each code', async () => {
  const rows = [...(await readGuide()).matchAll(/^\| (`[^|]*) \|/gmu)].map(([, cell = '']) => cell);
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name]) => name));
  expect(named).toHaveLength(DIAGNOSIS_STEPS.length + FINDING_CODES.length);
  expect(new Set(named)).toEqual(new Set<string>([...DIAGNOSIS_STEPS, ...FINDING_CODES]));
});
