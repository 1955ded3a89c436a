/** @module Chromium is taken where it is, installed where it can be, and asked for where it cannot. */
import { expect, test, vi } from 'vitest';
import { ensureChromium, findChromium, INSTALL_COMMAND, type Machine } from './chromium.ts';

function machine(found: readonly (string | undefined)[], isRoot: boolean): Machine {
  const left = [...found];
  return {
    find: () => left.shift(),
    canInstall: () => isRoot,
    install: vi.fn<() => Promise<void>>(async () => undefined),
  };
}

test('a Chromium that is there is taken, and nothing is installed', async () => {
  const here = machine(['/usr/bin/chromium'], true);
  expect(await ensureChromium(here)).toBe('/usr/bin/chromium');
  expect(here.install).not.toHaveBeenCalled();
});

test('as root on Debian a missing one is installed', async () => {
  const bare = machine([undefined, '/usr/bin/chromium'], true);
  expect(await ensureChromium(bare)).toBe('/usr/bin/chromium');
  expect(bare.install).toHaveBeenCalledOnce();
});

test('where it cannot be installed, the error names the command that would', async () => {
  const foreign = machine([undefined, undefined], false);
  await expect(ensureChromium(foreign)).rejects.toThrow(INSTALL_COMMAND);
  expect(foreign.install).not.toHaveBeenCalled();
});

test('an installation that brought none is an error as well', async () => {
  await expect(ensureChromium(machine([undefined, undefined], true))).rejects.toThrow('no Chromium found');
});

test('CHROMIUM names another, and a wrong name is none', () => {
  vi.stubEnv('CHROMIUM', process.execPath);
  expect(findChromium()).toBe(process.execPath);
  vi.stubEnv('CHROMIUM', '/nowhere/chromium');
  expect(findChromium()).toBeUndefined();
  vi.unstubAllEnvs();
});
