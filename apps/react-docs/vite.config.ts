import { defineConfig } from 'vite';

/** The built site is plain files, which any server may have in any folder. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['longwire-source', 'module', 'browser', 'development|production'] },
  build: { outDir: 'dist', emptyOutDir: true, modulePreload: { polyfill: false } },
});
