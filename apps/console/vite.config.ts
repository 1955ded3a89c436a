import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contentSecurityPolicy } from './build/content-security-policy.ts';
import { serviceListMark } from './build/service-list-mark.ts';
import { startPreload } from './build/start-preload.ts';
import { shellWorker } from './build/shell-worker.ts';
import manifest from './package.json' with { type: 'json' };

/** What chooses the language, and nothing else: it runs, and asks for the words, while everything else is still on its way. */
const WORDS_MODULES =
  /vite[\\/]preload-helper|src[\\/](?:messages[\\/](?:messages|language)|settings[\\/]preferences)\.ts$/u;

export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [react(), contentSecurityPolicy(mode), serviceListMark(mode), startPreload(), shellWorker()],
  resolve: { conditions: ['longwire-source', 'module', 'browser', 'development|production'] },
  define: { CONSOLE_VERSION: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: {
        // Few files at first, because each may be a round trip of its own; the screens that come later are split as they are.
        codeSplitting: {
          groups: [
            { name: 'words', test: WORDS_MODULES, priority: 1 },
            { name: 'start', test: /src[\\/]open-console\.tsx$/u },
          ],
        },
      },
    },
    // The first screen with React, the router and the client, before compression.
    chunkSizeWarningLimit: 620,
  },
}));
