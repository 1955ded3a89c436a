/** @module Builds what browsers load, once per run: the console, the test page and the script-tag build of the client. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { buildConsole } from './build-console.ts';
import { buildTestPage } from './build-test-page.ts';
import { ROOT, site, SITE_VARIABLE } from './paths.ts';

async function buildGlobals(): Promise<void> {
  await build({
    configFile: join(ROOT, 'packages/client/vite.global.config.ts'),
    logLevel: 'warn',
    build: { outDir: site() },
  });
}

/** Playwright's global set-up. Returns its tear-down. Each run has its own folder. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function globalSetup(): Promise<() => void> {
  process.env[SITE_VARIABLE] = mkdtempSync(join(tmpdir(), 'longwire-e2e-site-'));
  await buildConsole(site());
  await buildTestPage(ROOT, site());
  await buildGlobals();
  for (const page of ['existing-page.html', 'existing-page.js']) {
    copyFileSync(join(ROOT, 'e2e/pages', page), join(site(), page));
  }
  return () => rmSync(site(), { recursive: true, force: true });
}
