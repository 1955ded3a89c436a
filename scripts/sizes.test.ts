/** @module The step for sizes of `npm run check` counts because a module of known size over its limit fails here. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isWithin, measure, type Budget, type Measured } from './sizes/measure.ts';

const project = mkdtempSync(join(tmpdir(), 'longwire-sizes-'));
afterAll(() => rmSync(project, { recursive: true }));

/** Random bytes as hex are not to be made smaller than these by gzip. */
const START_BYTES = 2_000;
const LATER_BYTES = 6_000;

/** What a module has besides: its head as gzip writes it, names, and hex that gzip packs less than perfectly. */
const SLACK_BYTES = 500;

/** A module that exports `count` random bytes. */
function plant(name: string, bytes: number, more = ''): string {
  const path = join(project, name);
  writeFileSync(path, `export const text = '${randomBytes(bytes).toString('hex')}';\n${more}`);
  return path;
}

plant('later.ts', LATER_BYTES);
const module = plant('index.ts', START_BYTES, "export const later = () => import('./later.ts');\n");

async function measured(counts: Budget['counts'], maxBytes: number): Promise<Measured> {
  const [found] = await measure([{ name: counts, module, names: '*', counts, maxBytes }]);
  if (found === undefined) throw new Error('one size expected, got none');
  return found;
}

test.each([
  ['start', START_BYTES],
  ['all', START_BYTES + LATER_BYTES],
  ['script', START_BYTES + LATER_BYTES],
] as const)('%s: what is loaded, no more and no less', async (counts, bytes) => {
  const found = await measured(counts, bytes);
  expect(found.bytes).toBeGreaterThan(bytes);
  expect(found.bytes).toBeLessThan(bytes * 1.2 + SLACK_BYTES);
  expect(isWithin(found)).toBe(false);
  expect(isWithin({ ...found, maxBytes: found.bytes })).toBe(true);
});

test('what could not be measured is over every limit', async () => {
  expect(isWithin({ ...(await measured('start', Infinity)), bytes: Number.NaN })).toBe(false);
});
