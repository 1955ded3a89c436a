/** @module Builds the console as it is served. */
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './paths.ts';

/** Builds it into a folder, which is emptied first; `standalone` builds the release for hosts without a service. */
export async function buildConsole(
  outDir: string,
  mode: 'production' | 'standalone' = 'production',
  repository: string = ROOT,
): Promise<void> {
  const root = join(repository, 'apps/console');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root,
    mode,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}
