import { defineConfig } from 'vite';

/** `longwire-source` runs the packages of this repository from source; an application outside of it does not need this file. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['longwire-source', 'module', 'browser', 'development|production'] },
});
