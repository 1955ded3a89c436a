/** @module Builds the script-tag form of the client: one classic script, dist/longwire.global.js. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions: ['longwire-source', 'module', 'browser', 'production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: 'src/global/index.ts',
      name: 'longwire',
      formats: ['iife'],
      fileName: () => 'longwire.global.js',
    },
  },
});
