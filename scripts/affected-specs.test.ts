/** @module A change runs the end-to-end tests that can notice it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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

/** A file, and what it imports by path, over any number of files. */
function importsOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/gu))
    importsOf(join(dirname(file), path), found);
  return found;
}

test('a change of a script runs the tests that import it, and all if the configuration of the tests does', () => {
  const missed = [
    ...SPECS.map((spec) => [spec, [spec]] as const),
    ['../playwright.config.ts', SPECS] as const,
  ].flatMap(([file, wanted]) =>
    [...importsOf(join(ROOT, 'e2e/tests', file))]
      .map((path) => relative(ROOT, path))
      .filter(
        (path) =>
          path.startsWith('scripts/') && !wanted.every((spec) => affectedSpecs([path], SPECS).includes(spec)),
      )
      .map((path) => `${path}: ${file}`),
  );
  expect(missed).toEqual([]);
});

test.each([
  [
    'packages/device/src/media/bandwidth/congestion-control.ts',
    ['narrow-line', 'lossy-line', 'slow-network', 'quality', 'level-clock', 'console-narrow', 'demo'],
  ],
  ['packages/device/src/doctor/doctor.ts', ['agent', 'household']],
])('a change of %s runs %s', (path, specs) => {
  expect(affectedSpecs([path], SPECS)).toEqual(
    expect.arrayContaining(specs.map((name) => `${name}.spec.ts`)),
  );
});
