import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './scripts/compile-cache.ts';
import { UnitSummary } from './scripts/unit-summary.ts';

const conditions = ['longwire-source', 'module', 'node', 'development|production'];

// Read by each program of this repository that a test starts: compiling its TypeScript takes half of its start.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;

const isCi = process.env['CI'] !== undefined;

/** Tests that leave nothing behind in their process: files run one after another in it, which loads what they import once. */
const SHARING = [
  'packages/protocol/src/**/*.test.ts',
  'packages/client/src/**/*.test.ts',
  'packages/device/src/**/*.test.ts',
  'packages/signaling/src/**/*.test.ts',
  'packages/testing/src/**/*.test.ts',
  'apps/console/src/**/*.test.ts',
];

/** Tests that replace modules, count what their process has open, or give it a browser's databases. */
const ALONE = [
  'apps/console/src/devices/earlier-versions.test.ts',
  'apps/console/src/storage/database.test.ts',
  'packages/device/src/auth/password-logins.test.ts',
  'packages/device/src/stream/tcp-tunnel.test.ts',
];

/** Tests of the console's components. */
const COMPONENTS = ['apps/console/src/**/*.test.tsx'];

const SETUP = ['packages/client/src/load/loaded.fixture.ts', 'scripts/property-seed.ts'];
/** A page loads them before any module that uses them. */
const CONSOLE_TEXTS = 'apps/console/src/messages/loaded.fixture.ts';

/** All tests. */
const ALL = [
  'packages/*/src/**/*.test.ts',
  'packages/*/src/**/*.test.tsx',
  'packages/react/example/*.test.tsx',
  'packages/create/template/*/src/*.test.ts',
  'packages/create/template/*/src/*.test.tsx',
  'apps/*/src/**/*.test.ts',
  'apps/*/src/**/*.test.tsx',
  'scripts/**/*.test.ts',
  'docs/**/*.test.ts',
  'e2e/harness/*.test.ts',
  'e2e/hostile/**/*.test.ts',
  'e2e/faults/*.test.ts',
  'soak/**/*.test.ts',
];

/** Unit tests: pure, or with fake clocks and peers. Real browsers are in e2e/. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: SHARING,
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
          setupFiles: [...SETUP, CONSOLE_TEXTS],
        },
      },
      {
        extends: true,
        test: { name: 'console components', include: COMPONENTS, setupFiles: [...SETUP, CONSOLE_TEXTS] },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ALL,
          exclude: [...configDefaults.exclude, ...SHARING, ...COMPONENTS],
        },
      },
    ],
    setupFiles: SETUP,
    // Many wait for processes and clocks more than they work: one more at once than there are cores.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', new UnitSummary()],
    testTimeout: 40_000,
    hookTimeout: 40_000,
    // Reason: what a test waits for may be a process, and a busy machine starts one in seconds.
    expect: { poll: { timeout: 10_000 } },
    // A second try keeps one busy moment of a shared machine from holding up a whole run; "retry" in the output is a defect to mend.
    retry: isCi ? 1 : 0,
  },
});
