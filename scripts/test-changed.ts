/**
 * @module `npm run test:changed`: check, and the tests that the changes since a commit can touch. The commit is the argument; without one
 * it is the last, so that only uncommitted changes count.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { affectedSpecs } from './affected-specs.ts';
import { ROOT, step } from './step.ts';

const since = process.argv[2] ?? 'HEAD';

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
const all = readdirSync(join(ROOT, 'e2e/tests')).filter((name) => name.endsWith('.spec.ts'));
const specs = affectedSpecs(changed, all);
console.log(`${changed.length} changed files touch ${specs.length} of ${all.length} end-to-end test files`);

const isGood =
  (await step('check', 'npm', ['run', '--silent', 'check'])) &&
  (await step('unit tests', 'vitest', ['run', '--passWithNoTests', `--changed=${since}`])) &&
  (specs.length === 0 ||
    ((await step('build', 'npm', ['run', '--silent', 'build'])) &&
      (await step('end-to-end tests', 'npm', ['run', '--silent', 'test:e2e', '--', ...specs]))));
process.exitCode = isGood ? 0 : 1;
