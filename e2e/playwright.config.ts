/** @module The end-to-end tests: a real Chromium against the real service and devices, each a process of its own. */
import { availableParallelism } from 'node:os';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { COMPILE_CACHE } from '../scripts/compile-cache.ts';
import { CHROMIUM, CHROMIUM_SHELL, type SystemBrowser } from '../scripts/system-browser.ts';
import { CHROMIUM_FLAGS, MICROPHONE_FLAG, OPEN_FLAGS } from './harness/chromium-flags.ts';

// Read by each program of this repository that a test starts: compiling its TypeScript takes half of its start.
process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;

/** They test what the headless shell does not have: blocked storage, pages kept for going back, pages for failed answers, installing, pointer lock, full screen, push messages. */
const WHOLE_BROWSER = [
  '**/browser-identity.spec.ts',
  '**/console-back-forward.spec.ts',
  '**/console-live-smaller.spec.ts',
  '**/console-push.spec.ts',
  '**/console-shell.spec.ts',
  '**/console-web-sandbox.spec.ts',
  '**/device-origin.spec.ts',
  '**/local-https.spec.ts',
  '**/public-https.spec.ts',
];

function launch(browser: SystemBrowser, args: readonly string[]): { launchOptions: object } {
  const executablePath = browser.find();
  const path = executablePath === undefined ? {} : { executablePath };
  return { launchOptions: { ...path, args: [...args] } };
}

/** Takes the pictures of docs/images: `LONGWIRE_PICTURE=1 npm run test:e2e -- --project picture`. */
const picture = {
  name: 'picture',
  testMatch: '**/picture*.spec.ts',
  use: launch(CHROMIUM, OPEN_FLAGS),
};

const config: PlaywrightTestConfig = defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  // The console's service worker loads and stores the whole console for each new page: a third of what a page costs. The specs about it set 'allow'.
  use: { serviceWorkers: 'block' },
  globalSetup: './harness/global-setup.ts',
  // Many wait for processes and clocks more than they work: one more at once than there are cores.
  workers: availableParallelism() + 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // As for the unit tests: a test that passes only at the second try is reported as flaky, and is a defect to fix.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list'], ['./harness/run-summary.ts']],
  projects: [
    {
      name: 'chromium',
      testIgnore: ['**/mdns.spec.ts', '**/picture*.spec.ts', ...WHOLE_BROWSER],
      use: launch(CHROMIUM_SHELL, OPEN_FLAGS),
    },
    {
      name: 'whole chromium',
      testMatch: WHOLE_BROWSER,
      use: launch(CHROMIUM, OPEN_FLAGS),
    },
    {
      name: 'chromium, host addresses hidden',
      testMatch: '**/mdns.spec.ts',
      use: launch(
        CHROMIUM,
        CHROMIUM_FLAGS.filter((flag) => flag !== MICROPHONE_FLAG),
      ),
    },
    ...(process.env['LONGWIRE_PICTURE'] === undefined ? [] : [picture]),
  ],
});

export default config;
