import { defineConfig } from 'vite';

/** `longwire-source` runs the packages of this repository as they are; an application outside of it has no need of this file. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['longwire-source', 'module', 'browser', 'development|production'] },
});
