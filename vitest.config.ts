import { defineConfig } from 'vitest/config';

const conditions = ['longwire-source', 'module', 'node', 'development|production'];

/** Unit tests: pure, or with fake clocks and peers. Real browsers are in e2e/. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/src/**/*.test.tsx',
      'apps/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.tsx',
      'scripts/**/*.test.ts',
      'docs/**/*.test.ts',
    ],
    testTimeout: 20_000,
  },
});
