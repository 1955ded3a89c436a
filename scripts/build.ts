/**
 * @module `npm run build`: publishable ESM and types of each package, the script-tag build of the client, the console, the documentation of
 * the React bindings. With names of workspaces, those only, and without looking whether they can be published: `node scripts/build.ts packages/protocol packages/signaling apps/console`.
 */
import { cpSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ROOT, step } from './step.ts';
import { COPIED, PUBLISHED } from './workspace.ts';

/** Packages are found as they are for someone who installs them: no source condition here. */
const PUBLISHED_CONDITIONS = { NODE_OPTIONS: '' };

/** What a browser loads. */
const SERVED = new Set(['', '.html', '.js']);

/** What is served as files, and what it is. */
const SITES: Readonly<Record<string, string>> = {
  'apps/console': 'the console',
  'apps/react-docs': 'the documentation of the React bindings',
};

const [, , ...named] = process.argv;
const isMeant = (workspace: string): boolean => named.length === 0 || named.includes(workspace);

async function buildPackage(workspace: string): Promise<boolean> {
  rmSync(join(ROOT, workspace, 'dist'), { recursive: true, force: true });
  const isBuilt = await step(`build ${workspace}`, 'tsc', ['-p', `${workspace}/tsconfig.build.json`]);
  for (const folder of COPIED.filter((candidate) => candidate.startsWith(`${workspace}/`))) {
    cpSync(join(ROOT, folder), join(ROOT, folder.replace('/src/', '/dist/')), {
      recursive: true,
      filter: (file) => SERVED.has(extname(file)),
    });
  }
  return isBuilt;
}

async function buildSite(workspace: string, name: string): Promise<boolean> {
  const args = ['build', '--config', 'vite.config.ts'];
  return await step(`build ${name}`, 'vite', args, { cwd: join(ROOT, workspace) });
}

/** The service serves the console by default, so its package contains it. */
function bundleConsole(): void {
  const bundled = join(ROOT, 'packages/signaling/dist/console');
  rmSync(bundled, { recursive: true, force: true });
  cpSync(join(ROOT, 'apps/console/dist'), bundled, { recursive: true });
}

async function buildGlobal(): Promise<boolean> {
  const args = ['build', '--config', 'packages/client/vite.global.config.ts'];
  return await step('build longwire.global.js', 'vite', args);
}

/** Whether what was built can be published, and loads where it is installed. */
async function checkPublished(): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const workspace of PUBLISHED) {
    results.push(
      await step(`publint ${workspace}`, 'publint', ['--strict', workspace], { env: PUBLISHED_CONDITIONS }),
    );
  }
  results.push(
    await step('types of the built packages', 'tsc', ['-p', 'scripts/consumer']),
    await step('types of the built packages in a page', 'tsc', ['-p', 'scripts/consumer/page']),
    await step('the built packages load', 'node', ['scripts/consumer/main.ts'], {
      env: PUBLISHED_CONDITIONS,
    }),
  );
  return results;
}

const results: boolean[] = [];
for (const workspace of PUBLISHED.filter(isMeant)) results.push(await buildPackage(workspace));
if (named.length === 0) results.push(await buildGlobal());
for (const [workspace, name] of Object.entries(SITES)) {
  if (isMeant(workspace)) results.push(await buildSite(workspace, name));
}
if (isMeant('apps/console') && isMeant('packages/signaling')) bundleConsole();
if (named.length === 0) results.push(...(await checkPublished()));
process.exitCode = results.every(Boolean) ? 0 : 1;
