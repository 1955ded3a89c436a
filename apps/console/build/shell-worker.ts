/** @module Builds the page's service worker with the list of every file of the same build. */

import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import type { ShellFile } from '../src/shell/shell-cache.ts';

const WORKER_SOURCE = 'src/shell/service-worker.ts';
const WORKER_FILE = 'service-worker.js';

/** The address of a built file, relative to the page; the page itself has the empty path. */
const pathOf = (fileName: string): string => (fileName === 'index.html' ? '' : fileName);

function describe(fileName: string, content: string | Uint8Array): ShellFile {
  const digest = createHash('sha256').update(content).digest('base64');
  return { path: pathOf(fileName), integrity: `sha256-${digest}` };
}

async function describePublicFiles(folder: string): Promise<ShellFile[]> {
  const files: ShellFile[] = [];
  for await (const entry of glob('**/*.*', { cwd: folder })) {
    files.push(describe(entry.replaceAll('\\', '/'), await readFile(join(folder, entry))));
  }
  return files;
}

async function buildWorker(
  { root, resolve: { conditions } }: ResolvedConfig,
  files: readonly ShellFile[],
): Promise<string> {
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    resolve: { conditions },
    define: { SHELL_FILES: JSON.stringify(files), SHELL_VERSION: JSON.stringify(version) },
    build: {
      write: false,
      modulePreload: false,
      lib: { entry: WORKER_SOURCE, formats: ['iife'], name: 'shell', fileName: () => WORKER_FILE },
    },
  });
  const outputs = [result].flat().flatMap((built) => ('output' in built ? built.output : []));
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (chunk === undefined) throw new Error(`the build of ${WORKER_SOURCE} produced no file`);
  return chunk.code;
}

/** Emits `service-worker.js` beside the page. */
export function shellWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'longwire-shell-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const built = Object.values(bundle).map((file) =>
          describe(file.fileName, file.type === 'chunk' ? file.code : file.source),
        );
        const files = [...built, ...(await describePublicFiles(config.publicDir))];
        const source = await buildWorker(
          config,
          files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
        );
        this.emitFile({ type: 'asset', fileName: WORKER_FILE, source });
      },
    },
  };
}
