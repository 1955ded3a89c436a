/** @module Accepted and rejected command lines. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { listen } from '../../../../scripts/listening.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { createProgram } from './program.ts';

/** Runs a command to completion; returns the exit code and all output. */
async function run(args: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const program = createProgram((made) =>
    made.exitOverride().configureOutput({ writeOut: say, writeErr: say }),
  );
  try {
    await program.parseAsync(args, { from: 'user' });
    return { code: 0, said: said.join('') };
  } catch (error) {
    if (error instanceof CommanderError) return { code: error.exitCode, said: said.join('') };
    if (error instanceof EdgeError) return { code: 1, said: `${error.code} ${error.message}` };
    throw error;
  }
}

test.each([
  [{ nonsense: 1 }, 'nonsense'],
  [{ port: 'many' }, 'port'],
  [{ 'ice-servers': [{ urls: 'http://x' }] }, 'ice-servers'],
  [{ config: 'x' }, 'config'],
  [[], 'object'],
])('rejects an invalid config file: %j', async (content, word) => {
  await using directory = await makeDirectory();
  const config = join(directory.path, 'config.json');
  await writeFile(config, JSON.stringify(content));
  const { code, said } = await run(['serve', '--config', config, '--database', join(directory.path, 'r.db')]);
  expect([code, said]).toEqual([1, expect.stringMatching(`ERR_CONFIG.*${word}`)]);
});

test('rejects a config file that is missing or not JSON', async () => {
  await using directory = await makeDirectory();
  const config = join(directory.path, 'config.json');
  const said = async (): Promise<string> => (await run(['token', 'add', 'p', '--config', config])).said;
  expect(await said()).toBe(`ERR_CONFIG cannot read config file ${config} (ENOENT)`);
  await writeFile(config, '{\n  "turn-secret": "canary",\n}');
  expect(await said()).toBe(`ERR_CONFIG config file ${config} is not JSON (line 3 column 1)`);
  await writeFile(config, '{ "turn-secret": canary }');
  expect(await said()).toBe(`ERR_CONFIG config file ${config} is not JSON`);
});

test('all commands share one config file: options of serve are not an error elsewhere', async () => {
  await using directory = await makeDirectory();
  const config = join(directory.path, 'config.json');
  await writeFile(config, JSON.stringify({ port: 0, database: join(directory.path, 'r.db'), json: true }));
  expect((await run(['product', 'list', '--config', config])).said).toContain('unknown option "json"');
  await writeFile(config, JSON.stringify({ port: 0, database: join(directory.path, 'r.db') }));
  expect((await run(['product', 'list', '--config', config])).code).toBe(0);
});

test.each<[string[], string]>([
  [['device', 'add', 'p', 'd', '--fingerprint', 'ab'.repeat(32)], 'ERR_NOT_FOUND'],
  [['token', 'add', 'p'], 'ERR_NOT_FOUND'],
  [['product', 'add', 'a b'], 'ERR_NAME_FORMAT'],
  [['product', 'add', 'p', '--jwt-issuer', 'i', '--jwt-audience', 'a'], 'ERR_USAGE'],
  [['product', 'add', 'p', '--jwt-issuer', 'i', '--jwt-audience', 'a', '--jwks', '/none.json'], 'ERR_JWKS'],
  [['product', 'add', 'p', '--jwt-issuer', 'i', '--jwt-audience', 'a', '--jwks', 'http://'], 'ERR_JWKS'],
  [['token', 'add', 'p', '--expires', 'soon'], 'ERR_CONFIG'],
  [['device', 'add', 'p', 'd'], '--fingerprint'],
  [['serve', '--port', '65536'], 'whole number'],
  [['serve', '--max-frame-bytes', '0'], 'whole number'],
  [['serve', '--ice-servers', '{}'], 'ICE servers'],
  [['serve', '--public-url', 'nowhere'], '--public-url'],
  [['serve', '--public-url', 'ftp://signal.example'], '--public-url'],
  [['serve', '--device-origin', 'https://devices.example'], '--device-origin'],
  [['serve', '--allow-origin', 'console.example'], '--allow-origin'],
  [['serve', '--allow-origin', 'https://console.example/page'], '--allow-origin'],
  [['serve', '--push-services', '10.0.0.7:8080'], '--push-services'],
  [['serve', '--domain', 'a.example', '--acme-server', 'staging'], '--acme-server'],
  [['serve', '--metrics-token', 'short'], 'metrics token is too short'],
  [['serve', '--host', ''], "'--host <address>' argument '' is invalid. must not be empty"],
  [['check', '--allow-origin', 'console.example'], '--allow-origin'],
  [['check', '--metrics-token', 'short'], 'metrics token is too short'],
  [['serve', '--log-level', 'loud'], 'choices'],
  [['serve', '--nonsense'], '--nonsense'],
])('rejects the command line %j', async (args, word) => {
  await using directory = await makeDirectory();
  const { code, said } = await run([...args, '--database', join(directory.path, 'r.db')]);
  expect(code).toBe(1);
  expect(said).toContain(word);
});

test('rejects an empty database, which SQLite would take for a temporary one', async () => {
  for (const command of ['serve', 'check']) {
    expect(await run([command, '--database', ''])).toMatchObject({
      code: 1,
      said: expect.stringContaining('must not be empty'),
    });
  }
  expect((await run(['product', 'add', 'p', '--database', ''])).code).toBe(1);
});

test.each([
  ['--ice-servers', '[{"urls": "turn:turn.example", "credential": "canary"'],
  ['--metrics-token', 'canary'],
])('an error about %s does not contain its value', async (flag, value) => {
  const { code, said } = await run(['serve', flag, value]);
  expect(code).toBe(1);
  expect(said).not.toContain('canary');
});

test('a port that another program uses is an error with the reason', async () => {
  await using directory = await makeDirectory();
  await using server = createServer();
  const port = String(await listen(server));
  const { said } = await run([
    'serve',
    '--no-console',
    '--log-level=silent',
    '--port',
    port,
    '--database',
    join(directory.path, 'r.db'),
  ]);
  expect(said).toBe(`ERR_LISTEN cannot listen on 127.0.0.1 port ${port} (EADDRINUSE)`);
});
