import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contentSecurityPolicy } from './build/content-security-policy.ts';
import { shellWorker } from './build/shell-worker.ts';
import manifest from './package.json' with { type: 'json' };

export default defineConfig({
  base: './',
  plugins: [react(), contentSecurityPolicy(), shellWorker()],
  resolve: { conditions: ['longwire-source', 'module', 'browser', 'development|production'] },
  define: { CONSOLE_VERSION: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.txt' },
  },
});
