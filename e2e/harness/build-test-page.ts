/** @module Builds the page with the client's API for tests. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const CONDITIONS = ['longwire-source', 'module', 'browser', 'production'];

/** Builds that of a repository into a folder. */
export async function buildTestPage(repository: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(repository, 'e2e'),
    resolve: { conditions: CONDITIONS },
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: 'inline',
      lib: { entry: 'pages/test-page.ts', formats: ['es'], fileName: () => 'test-page.js' },
    },
  });
  copyFileSync(join(repository, 'e2e/pages/test.html'), join(outDir, 'test.html'));
}
