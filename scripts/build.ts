/** @module `npm run build`: publishable ESM and types of each package, the script-tag build of the client, the console. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, step } from './step.ts';
import { PUBLISHED } from './workspace.ts';

/** Packages are found as they are for whoever installs them: no source condition here. */
const PUBLISHED_CONDITIONS = { NODE_OPTIONS: '' };

const results: boolean[] = [];
for (const workspace of PUBLISHED) {
  rmSync(join(ROOT, workspace, 'dist'), { recursive: true, force: true });
  results.push(await step(`build ${workspace}`, 'tsc', ['-p', `${workspace}/tsconfig.build.json`]));
}
results.push(
  await step('build longwire.global.js', 'vite', [
    'build',
    '--config',
    'packages/client/vite.global.config.ts',
  ]),
  await step('build the console', 'vite', ['build', '--config', 'vite.config.ts'], {
    cwd: join(ROOT, 'apps/console'),
  }),
);
for (const workspace of PUBLISHED) {
  results.push(
    await step(`publint ${workspace}`, 'publint', ['--strict', workspace], { env: PUBLISHED_CONDITIONS }),
  );
}
results.push(
  await step('types of the built packages', 'tsc', ['-p', 'scripts/consumer']),
  await step('the built packages load', 'node', ['scripts/consumer/main.ts'], { env: PUBLISHED_CONDITIONS }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
