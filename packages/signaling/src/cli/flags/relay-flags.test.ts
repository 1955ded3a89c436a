/** @module TURN options; secrets never appear in messages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { createService } from '../../create-service.ts';
import type { ServiceOptions } from '../../service-options.ts';
import { makeDirectory } from '../../test-support/directory.fixture.ts';
import { addServeFlags, serviceOptions, type ServeFlags } from '../serve-flags.ts';
import { resolveOptions } from '../resolve-options.ts';

const SECRET = 'a-secret-with-thirty-two-letters';
const URLS = 'turn:turn.example:3478?transport=udp,turns:turn.example:5349?transport=tcp';

function read(...args: string[]): ServiceOptions {
  const command = addServeFlags(new Command().exitOverride());
  command.parse(args, { from: 'user' });
  resolveOptions(command);
  return { ...serviceOptions(command.opts<ServeFlags>()), database: ':memory:' };
}

test('TURN options accept several URLs, two secrets and a lifetime', () => {
  const { turn } = read('--turn-urls', URLS, '--turn-secret', `${SECRET},old`, '--turn-lifetime', '5m');
  expect(turn).toEqual({ urls: URLS.split(','), secrets: [SECRET, 'old'], lifetimeMs: 300_000 });
});

test('the TURN secret can come from a file, and the lifetime defaults to ten minutes', async () => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'secret');
  await writeFile(file, `${SECRET}\n`);
  const { turn } = read('--turn-urls', URLS, '--turn-secret-file', file);
  expect(turn).toEqual({ urls: URLS.split(','), secrets: [SECRET], lifetimeMs: 600_000 });
});

test('without TURN options there is no TURN server', () => {
  expect(read().turn).toBeUndefined();
});

test('the service rejects TURN URLs without a secret, a secret without URLs, and a short secret, without showing the secret', async () => {
  for (const args of [
    ['--turn-urls', URLS],
    ['--turn-secret', SECRET],
    ['--turn-urls', URLS, '--turn-secret', 'short-canary'],
  ]) {
    const start = createService({ ...read(...args), log: undefined });
    await expect(start).rejects.toMatchObject({ code: 'ERR_CONFIG' });
    await expect(start).rejects.not.toThrow(/short-canary|thirty-two/u);
  }
});
