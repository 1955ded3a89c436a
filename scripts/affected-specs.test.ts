/** @module A change runs the end-to-end tests that can notice it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { affectedSpecs } from './affected-specs.ts';
import { ROOT } from './step.ts';

const SPECS = readdirSync(join(ROOT, 'e2e/tests')).filter((name) => name.endsWith('.spec.ts'));

test.each<[string, string[], number | string[]]>([
  ['no file runs nothing', [], []],
  ['a test file runs itself', ['e2e/tests/login.spec.ts'], ['login.spec.ts']],
  ['unit tests run nothing', ['packages/client/src/peer/peer.test.ts', 'docs/guides/guides.test.ts'], []],
  ['documents run the test of their site', ['docs/bench.md', 'SECURITY.md'], ['docs-site.spec.ts']],
  ['the React documentation runs its test', ['apps/react-docs/src/main.tsx'], ['react-docs.spec.ts']],
  ['what everything uses runs all', ['packages/client/src/peer/peer.ts'], SPECS.length],
  ['the harness runs all', ['e2e/harness/test-client.ts'], SPECS.length],
  ['an unknown file runs all', ['package-lock.json'], SPECS.length],
])('%s', (_title, changed, expected) => {
  const found = affectedSpecs(changed, SPECS);
  expect(typeof expected === 'number' ? found.length : found).toEqual(expected);
});

test.each([
  'apps/console/src/live/talk.ts',
  'apps/console/src/web/device-web.ts',
  'apps/console/src/service/api/api.ts',
  'packages/react/src/live.ts',
  'packages/create/template/react/src/device.tsx',
  'packages/client/src/global/edge-error.ts',
  'packages/client/src/diagnostics/trace/trace.ts',
  'packages/signaling/src/operators/identity.ts',
  'packages/signaling/src/device-origin/page/page.ts',
  'packages/device/src/media/open-clip.ts',
])('a change of %s runs some tests and not all', (path) => {
  const { length } = affectedSpecs([path], SPECS);
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThan(SPECS.length);
});
