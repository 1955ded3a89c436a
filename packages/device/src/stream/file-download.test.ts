/** @module Downloads are limited to the files of one directory. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileDownload, MAX_LISTED_ENTRIES } from './file-download.ts';
import { serveStream } from './service-run.fixture.ts';
import { closedOf, hashOf } from './stream-client.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'longwire-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = join(folder, 'root');
const big = Buffer.alloc(3_000_000, 'some bytes of a file ');

beforeAll(() => {
  mkdirSync(join(root, 'sub', 'deep'), { recursive: true });
  mkdirSync(join(root, 'huge'));
  writeFileSync(join(folder, 'secret'), 'not for you');
  mkdirSync(join(folder, 'root-beside'));
  writeFileSync(join(folder, 'root-beside', 'file'), 'not for you either');
  writeFileSync(join(root, 'big'), big);
  writeFileSync(join(root, 'empty'), '');
  writeFileSync(join(root, 'sub', 'ü.txt'), 'text');
  symlinkSync(join(folder, 'secret'), join(root, 'link-out'));
  symlinkSync(folder, join(root, 'folder-out'));
  symlinkSync('sub/ü.txt', join(root, 'link-in'));
  symlinkSync('/dev/zero', join(root, 'device'));
  execFileSync('/usr/bin/mkfifo', [join(root, 'pipe')]);
  for (let count = 0; count <= MAX_LISTED_ENTRIES; count += 1)
    writeFileSync(join(root, 'huge', `f${count}`), '');
});

/** Requests a path; resolves with the head and the body. */
async function ask(path: string, isFramed = true): Promise<{ head: unknown; body: Buffer }> {
  const { client, stream } = serveStream(fileDownload({ root }), isFramed);
  const grant = setInterval(() => {
    if (isFramed && !client.native.isClosed) client.frame({ kind: 'credit', bytes: 262_144 });
  }, 1);
  client.send(Buffer.from(`${path}\n`));
  if (isFramed) client.end();
  await closedOf(stream);
  clearInterval(grant);
  const end = client.bytes.indexOf('\n');
  return { head: JSON.parse(String(client.bytes.subarray(0, end))), body: client.bytes.subarray(end + 1) };
}

test.each([true, false])('sends a file unchanged, framed: %s', async (isFramed) => {
  const { head, body } = await ask('big', isFramed);
  expect(head).toEqual({ status: 205, type: 'file', size: big.length, name: 'big' });
  expect(hashOf(body)).toBe(hashOf(big));
});

test.each([
  ['empty', { status: 205, type: 'file', size: 0, name: 'empty' }],
  ['sub/ü.txt', { status: 205, type: 'file', size: 4, name: 'ü.txt' }],
  ['./sub//ü.txt\r', { status: 205, type: 'file', size: 4, name: 'ü.txt' }],
  ['link-in', { status: 205, type: 'file', size: 4, name: 'link-in' }],
  ['none', { status: 404 }],
  ['big/none', { status: 404 }],
  ['../secret', { status: 400 }],
  ['sub/../../secret', { status: 400 }],
  ['/etc/passwd', { status: 400 }],
  ['big\0', { status: 400 }],
  ['link-out', { status: 403 }],
  ['folder-out', { status: 403 }],
  ['folder-out/secret', { status: 403 }],
  ['folder-out/root-beside/file', { status: 403 }],
  ['device', { status: 403 }],
  ['pipe', { status: 403 }],
  ['huge', { status: 413 }],
])('answers a request for %j with the right head', async (path, head) => {
  expect((await ask(path)).head).toEqual(head);
});

test('accepts a path of 4096 bytes and rejects one of 4097', async () => {
  const longest = `.//${'./'.repeat(2044)}empty`;
  expect((await ask(longest)).head).toMatchObject({ status: 205, name: 'empty' });
  const { client, stream } = serveStream(fileDownload({ root }));
  client.send(Buffer.from(`/${longest}\n`));
  await closedOf(stream);
  expect(client.controlFrames).toEqual([{ kind: 'reset', code: 1 }]);
});

test('answers a request for a directory with its entries', async () => {
  const { head, body } = await ask('');
  expect(head).toMatchObject({ status: 205, type: 'directory', name: 'root' });
  expect(JSON.parse(String(body))).toEqual([
    { name: 'big', type: 'file', size: big.length },
    { name: 'device', type: 'other' },
    { name: 'empty', type: 'file', size: 0 },
    { name: 'folder-out', type: 'other' },
    { name: 'huge', type: 'directory' },
    { name: 'link-in', type: 'other' },
    { name: 'link-out', type: 'other' },
    { name: 'pipe', type: 'other' },
    { name: 'sub', type: 'directory' },
  ]);
});

test.each([
  ['a line without end', Buffer.alloc(5000, 'x')],
  ['no line at all', undefined],
])('resets the stream for %s', async (_what, sent) => {
  const { client, stream } = serveStream(fileDownload({ root }));
  if (sent === undefined) client.end();
  else client.send(sent);
  await closedOf(stream);
  expect(client.controlFrames).toEqual([{ kind: 'reset', code: 1 }]);
});

test('closes the file when the client leaves during the download', async () => {
  const { client, stream } = serveStream(fileDownload({ root }));
  client.send(Buffer.from('big\n'));
  await expect.poll(() => client.bytes.length).toBeGreaterThan(100_000);
  client.frame({ kind: 'reset', code: 2 });
  await closedOf(stream);
  await expect.poll(() => openFiles().filter((path) => path.startsWith(root))).toEqual([]);
});

/** The open files of this process. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // The file was closed in the meantime.
      return [];
    }
  });
}
