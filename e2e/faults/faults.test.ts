/** @module The catalogue of faults names tests that exist, and docs/faults.md matches it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/step.ts';
import { FAULTS } from './catalogue.ts';
import type { FaultTest } from './fault.ts';
import { faultsPage } from './faults-page.ts';
import { hasTest, runPattern } from './title.ts';

const FILE = join(ROOT, 'docs/faults.md');

const exists = ({ file, title }: FaultTest): boolean =>
  existsSync(join(ROOT, file)) && hasTest(readFileSync(join(ROOT, file), 'utf8'), title);

test('docs/faults.md is generated from the catalogue', () => {
  if (process.env['LONGWIRE_WRITE'] !== undefined) writeFileSync(FILE, faultsPage());
  expect(readFileSync(FILE, 'utf8')).toBe(faultsPage());
});

test('the catalogue has the 81 faults, numbered, each with a test or a reason why not', () => {
  expect(FAULTS.map(({ id }) => id)).toEqual(Array.from({ length: 81 }, (_, index) => index + 1));
  expect(FAULTS.filter(({ tests, notShown }) => tests.length === 0 && notShown === undefined)).toEqual([]);
});

test('each test that the catalogue names exists', () => {
  const missing = FAULTS.flatMap(({ id, tests }) =>
    tests.filter((its) => !exists(its)).map((its) => ({ id, ...its })),
  );
  expect(missing).toEqual([]);
});

test.each([
  ["test('a title', () => {})", 'a title', true],
  ["test.each(rows)(\n  'a title',\n  () => {})", 'a title', true],
  ["describe('a group', () => { test(`a ${b} title`, run) })", 'a group > a ${b} title', true],
  ["test('a title', run)", 'a group > a title', false],
  ["test('a title with more', run)", 'a title', false],
  ["const rows = ['a title', 'b'];", 'a title', false],
  ["// test('a title) was here", 'a title', false],
])('whether %j has the test %s: %s', (source, title, has) => {
  expect(hasTest(source, title)).toBe(has);
});

test.each([
  ['a %s title (%i)', 'a long title (3)', true],
  ['a %s title', 'group a long title', true],
  ['group > ends after %s', 'outer group inner ends after a.b', true],
  ['group > title', 'other title', false],
  ['all of $name.first', 'all of it', true],
  ['a ${b + 1} title', 'chromium x.spec.ts a 2 title', true],
  ['title', 'subtitle', false],
])('the pattern of %s matches the run %s: %s', (title, run, matches) => {
  expect(new RegExp(runPattern(title), 'u').test(run)).toBe(matches);
});
