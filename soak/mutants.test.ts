/** @module A mutant can be applied as long as its file has the text that it replaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../e2e/harness/paths.ts';
import { MUTANTS } from '../e2e/hostile/mutants.ts';
import { SOAK_MUTANTS } from './mutants.ts';

test.each([...MUTANTS, ...SOAK_MUTANTS])('$name: its text occurs once in $file', ({ file, find }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
});
