/** @module What is there is taken, what is missing is installed where it can be, and asked for where it cannot. */
import { expect, test, vi } from 'vitest';
import { CHROMIUM, CHROMIUM_SHELL, FIREFOX } from './system-browser.ts';
import {
  COTURN,
  ensureTools,
  FFMPEG,
  NETWORKS,
  POSTGRESQL,
  REDIS,
  RTSP_SERVER,
  type Machine,
  type Tool,
} from './system-tools.ts';

const installer = (canInstall: boolean): Machine => ({
  canInstall: () => canInstall,
  install: vi.fn<(command: string) => Promise<void>>(async () => undefined),
});

/** A tool that is there or not at each look in turn. */
function tool(name: string, looks: readonly boolean[]): Tool {
  const left = [...looks];
  return { name, packages: [`${name}-package`], isThere: () => left.shift() ?? false };
}

test('with everything there, nothing is installed', async () => {
  const machine = installer(true);
  await ensureTools([tool('browser', [true]), tool('camera', [true])], machine);
  expect(machine.install).not.toHaveBeenCalled();
});

test('as root on Debian all that is missing is installed at once', async () => {
  const machine = installer(true);
  await ensureTools(
    [tool('browser', [false, true]), tool('camera', [true]), tool('coder', [false, true])],
    machine,
  );
  expect(machine.install).toHaveBeenCalledExactlyOnceWith(
    'apt-get update && apt-get install -y --no-install-recommends browser-package coder-package',
  );
});

test('where it cannot be installed, the error names what is missing and the command that would bring it', async () => {
  const machine = installer(false);
  await expect(ensureTools([tool('browser', [false, false])], machine)).rejects.toThrow(
    /browser not found .* apt-get install -y --no-install-recommends browser-package/u,
  );
  expect(machine.install).not.toHaveBeenCalled();
});

test('an installation that brought nothing is an error as well', async () => {
  await expect(ensureTools([tool('browser', [false, false])], installer(true))).rejects.toThrow(
    'browser not found',
  );
});

test('the tools of the tests are on a machine that runs them', () => {
  const tools = [CHROMIUM, CHROMIUM_SHELL, FIREFOX, FFMPEG, RTSP_SERVER, POSTGRESQL, REDIS, COTURN, NETWORKS];
  expect(tools.filter(({ isThere }) => !isThere()).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['CHROMIUM', CHROMIUM],
  ['CHROMIUM_SHELL', CHROMIUM_SHELL],
  ['FIREFOX', FIREFOX],
])('%s names another, and a wrong name is none', (name, browser) => {
  vi.stubEnv(name, process.execPath);
  expect(browser.find()).toBe(process.execPath);
  vi.stubEnv(name, '/nowhere/browser');
  expect(browser.find()).toBeUndefined();
  vi.unstubAllEnvs();
});
