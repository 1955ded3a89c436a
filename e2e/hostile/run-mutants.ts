/** @module `npm run mutants`: applies each mutant to a copy of the last commit and checks that its tests fail. Lists the results, and exits with 1 unless all fail. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LinkedCopy } from '../harness/linked-copy.ts';
import { MUTANTS, type Mutant } from './mutants.ts';

/** Time limit for the tests of one mutant, in milliseconds. */
const LIMIT_MS = 900_000;

/** The result of a mutant. */
type Verdict = 'caught' | 'not caught' | 'text not found' | 'fails without it';

function succeeds(copy: string, npm: readonly string[]): boolean {
  return spawnSync('npm', npm, { cwd: copy, stdio: 'ignore', timeout: LIMIT_MS }).status === 0;
}

/** Whether tests succeed without any mutant; several mutants may share them. */
function succeedsWithout(copy: string, npm: readonly string[], known: Map<string, boolean>): boolean {
  const key = JSON.stringify(npm);
  const succeeded = known.get(key) ?? succeeds(copy, npm);
  known.set(key, succeeded);
  return succeeded;
}

function runMutant(
  copy: string,
  { file, find, replace, npm }: Mutant,
  withoutMutant: Map<string, boolean>,
): Verdict {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) return 'text not found';
  if (!succeedsWithout(copy, npm, withoutMutant)) return 'fails without it';
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  const isCaught = !succeeds(copy, npm);
  writeFileSync(path, source);
  return isCaught ? 'caught' : 'not caught';
}

/** Applies each of them to a copy of the last commit. Prints the verdicts, and answers whether all were caught. */
export function runMutants(mutants: readonly Mutant[]): boolean {
  using copy = new LinkedCopy('HEAD');
  const withoutMutant = new Map<string, boolean>();
  let areAllCaught = true;
  for (const mutant of mutants) {
    const startedMs = performance.now();
    const verdict = runMutant(copy.folder, mutant, withoutMutant);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(`${verdict.padEnd(18)} ${mutant.name} (${seconds} s)`);
    areAllCaught &&= verdict === 'caught';
  }
  return areAllCaught;
}

if (import.meta.main) process.exitCode = runMutants(MUTANTS) ? 0 : 1;
