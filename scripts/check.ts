/** @module `npm run check`: format, plain words, typed lint with import directions, types, unused exports, sizes of what a page loads. */
import { availableParallelism } from 'node:os';
import { missingPackagesIn } from './missing-packages.ts';
import { ROOT, step } from './step.ts';
import { TYPED } from './workspace.ts';

const missing = missingPackagesIn(ROOT);
if (missing.length > 0) {
  console.error(
    `run npm ci: the lock file names other packages than are installed, such as ${missing.slice(0, 3).join(', ')}`,
  );
  process.exit(1);
}

const results = [
  await step('format', 'oxfmt', ['--check', '.']),
  await step('lint', 'oxlint', ['--deny-warnings']),
  await step('plain words', 'node', ['scripts/plain-words.ts']),
  // In one process: each file is read once, and not for each project. One project after the other, because more at once than there are cores takes a third longer.
  await step('types', 'tsc', ['-b', '--builders', '1', '--checkers', `${availableParallelism()}`, ...TYPED]),
  await step('unused files, exports and dependencies', 'knip', ['--no-progress']),
  await step('what an application loads of the client', 'node', ['scripts/sizes.ts']),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
