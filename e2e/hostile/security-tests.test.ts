/** @module docs/security-tests.md matches the scripts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHROMIUM_SCRIPTS } from './scripts/chromium-scripts.ts';
import { FAKES_SCRIPTS } from './scripts/fakes-scripts.ts';
import { securityTests } from './security-tests.ts';

const FILE = join(import.meta.dirname, '../../docs/security-tests.md');

test('docs/security-tests.md is generated from the scripts', () => {
  if (process.env['LONGWIRE_WRITE'] !== undefined) writeFileSync(FILE, securityTests());
  expect(readFileSync(FILE, 'utf8')).toBe(securityTests());
});

test('there are at least 200 scripts, 80 of them in Chromium, each with a unique name', () => {
  const scripts = [...FAKES_SCRIPTS, ...CHROMIUM_SCRIPTS];
  expect(scripts.length).toBeGreaterThanOrEqual(200);
  expect(CHROMIUM_SCRIPTS.length).toBeGreaterThanOrEqual(80);
  for (const group of [FAKES_SCRIPTS, CHROMIUM_SCRIPTS])
    expect(new Set(group.map(({ name }) => name)).size).toBe(group.length);
  expect(FAKES_SCRIPTS.every(({ where }) => where === 'fakes')).toBe(true);
  expect(CHROMIUM_SCRIPTS.every(({ where }) => where === 'chromium')).toBe(true);
});
