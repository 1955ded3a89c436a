/** @module Builds once a run what browsers load: the test page, the script-tag build of the client, the console. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { BUILD, CONSOLE, PAGES, ROOT } from './paths.ts';

const CONDITIONS = ['longwire-source', 'module', 'browser', 'production'];

async function buildTestPage(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(ROOT, 'e2e'),
    resolve: { conditions: CONDITIONS },
    build: {
      outDir: PAGES,
      emptyOutDir: false,
      minify: false,
      sourcemap: 'inline',
      lib: { entry: 'pages/test-page.ts', formats: ['es'], fileName: () => 'test-page.js' },
    },
  });
}

async function buildGlobals(): Promise<void> {
  await build({
    configFile: join(ROOT, 'packages/client/vite.global.config.ts'),
    logLevel: 'warn',
    build: { outDir: PAGES },
  });
}

async function buildConsole(): Promise<void> {
  await build({
    configFile: join(ROOT, 'apps/console/vite.config.ts'),
    root: join(ROOT, 'apps/console'),
    logLevel: 'warn',
    build: { outDir: CONSOLE, emptyOutDir: true },
  });
}

/** Playwright's global set-up. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function globalSetup(): Promise<void> {
  rmSync(BUILD, { recursive: true, force: true });
  mkdirSync(PAGES, { recursive: true });
  for (const page of ['index.html', 'globals.html']) {
    copyFileSync(join(ROOT, 'e2e/pages', page), join(PAGES, page));
  }
  await buildTestPage();
  await buildGlobals();
  if (process.env['E2E_NO_CONSOLE'] === undefined) await buildConsole();
}
