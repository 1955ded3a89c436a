/** @module The commands of own-console.md run as they are written, with a throw-away key; and a release that was changed is refused. */
/// <reference types="node" />
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseServiceList } from '../../apps/console/src/link/service-list.ts';

const ROOT = join(import.meta.dirname, '../..');
const FENCE = /```sh\n([\s\S]*?)```/gu;

const run = promisify(execFile);
let home: string;
let blocks: readonly string[];

/** What a block of commands prints, in the folder of the release. @throws Error if one fails */
async function bash(script: string, cwd: string): Promise<string> {
  const env = { ...process.env, HOME: home };
  const { stdout, stderr } = await run('bash', ['-c', `set -euo pipefail\n${script}`], { cwd, env });
  return stdout + stderr;
}

const folder = (): string => join(home, 'longwire-release');

/** The two commands, each by itself. */
const verifying = (): readonly string[] => (blocks[1] ?? '').trim().split('\n');

/** Whether each of the two commands ends well. */
async function verify(): Promise<readonly boolean[]> {
  return await Promise.all(
    verifying().map(async (command) =>
      bash(command, folder()).then(
        () => true,
        () => false,
      ),
    ),
  );
}

/** Flips one bit in the middle of a file; returns what puts it back. */
function damage(name: string): () => void {
  const file = join(folder(), name);
  const before = readFileSync(file);
  const after = Buffer.from(before);
  const middle = after.length >> 1;
  after.writeUInt8(after.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, after);
  return () => writeFileSync(file, before);
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'longwire-own-console-'));
  await mkdir(folder());
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder(), 'key')]);
  const guide = await readFile(join(import.meta.dirname, 'own-console.md'), 'utf8');
  blocks = [...guide.matchAll(FENCE)].map(([, block = '']) => block.replaceAll('/srv/', `${home}/srv/`));
  if (blocks.length !== 3) throw new Error(`the guide has ${blocks.length} blocks of commands, not 3`);
  await bash(blocks[0] ?? '', ROOT);
}, 120_000);

afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

test('a release is an archive, its sum and a signature, which two commands verify', async () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(ROOT, 'apps/console/package.json'), 'utf8'),
  );
  const archive = `longwire-console-${version}.tar.gz`;
  const files = await readdir(folder());
  expect(files).toEqual(expect.arrayContaining(['SHA256SUMS', 'SHA256SUMS.sig', archive]));
  const said = await bash(verifying().join('\n'), folder());
  expect(said).toContain('Good "longwire-console" signature for release');
  expect(said).toContain(`${archive}: OK`);
});

test('one bit that was changed anywhere is found', async () => {
  const { stdout: archive } = await run('sh', ['-c', 'echo longwire-console-*.tar.gz'], { cwd: folder() });
  for (const [name, outcome] of [
    [archive.trim(), [true, false]],
    ['SHA256SUMS', [false, false]],
    ['SHA256SUMS.sig', [false, true]],
  ] as const) {
    const mend = damage(name);
    expect([name, await verify()]).toEqual([name, outcome]);
    mend();
  }
  expect(await verify()).toEqual([true, true]);
});

test('a signature of another key, or of the same key for something else, is none', async () => {
  const signature = join(folder(), 'SHA256SUMS.sig');
  const good = readFileSync(signature);
  const sign = async (key: string, namespace: string): Promise<void> => {
    await rm(signature);
    await run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', namespace, join(folder(), 'SHA256SUMS')]);
  };
  const other = join(home, 'other');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', other]);
  await sign(other, 'longwire-console');
  expect((await verify())[0]).toBe(false);
  await sign(join(folder(), 'key'), 'file');
  expect((await verify())[0]).toBe(false);
  writeFileSync(signature, good);
});

test('the same commit gives the same bytes', async () => {
  const again = join(home, 'again');
  await bash(`npm run release:console -- --key ~/longwire-release/key --out ${again}`, ROOT);
  expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(
    readFileSync(join(folder(), 'SHA256SUMS'), 'utf8'),
  );
});

test('it is unpacked, and its list is one that the console reads', async () => {
  await bash(blocks[2] ?? '', folder());
  const installed = join(home, 'srv/longwire-console');
  for (const name of ['index.html', 'service-worker.js', 'manifest.webmanifest', 'licenses.txt'])
    expect([name, existsSync(join(installed, name))]).toEqual([name, true]);
  expect(readFileSync(join(installed, 'index.html'), 'utf8')).toContain(
    '<meta name="longwire-services" content="./longwire.json">',
  );
  const list = readFileSync(join(installed, 'longwire.json'), 'utf8');
  expect(parseServiceList(list, 'https://console.example')?.allowed).toEqual(['wss://signal.example']);
});
