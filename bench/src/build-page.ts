/** @module Builds the page in which the browser measures, from our sources. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** Makes a folder a site that the service can serve; its script is built when a browser needs it. */
export function makeSite(folder: string): void {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><body><script type="module" src="page.js"></script>',
  );
}

/** Builds the script of a site. */
export async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'page'),
    resolve: { conditions: ['longwire-source', 'module', 'browser', 'production'] },
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: 'page.ts', formats: ['es'], fileName: () => 'page.js' },
    },
  });
}
