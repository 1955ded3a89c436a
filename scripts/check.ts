/** @module `npm run check`: format, typed lint with import directions, types, unused exports. */
import { step } from './step.ts';
import { TYPED } from './workspace.ts';

const results = [
  await step('format', 'oxfmt', ['--check', '.']),
  await step('lint', 'oxlint', ['--deny-warnings']),
];
for (const workspace of TYPED) results.push(await step(`types of ${workspace}`, 'tsc', ['-p', workspace]));
results.push(await step('unused files, exports and dependencies', 'knip', ['--no-progress']));
process.exitCode = results.every(Boolean) ? 0 : 1;
