/** @module The processes of a talk are killed after it, whichever of them does not end. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@longwire/protocol';
import { afterAll, expect, test } from 'vitest';
import type { Talk } from './limited-sink.ts';
import { startProcessTalk, type TalkCommand } from './process-talk.ts';

const directory = mkdtempSync(join(tmpdir(), 'longwire-talk-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A program that writes its process id to a file and then runs a script. */
function program(name: string, body: string): TalkCommand & { readonly pid: () => number } {
  const file = join(directory, name);
  const pidFile = `${file}.pid`;
  writeFileSync(file, `#!/bin/sh\necho $$ > '${pidFile}.new'; mv '${pidFile}.new' '${pidFile}'\n${body}\n`);
  chmodSync(file, 0o755);
  const pid = (): number => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
  return { command: file, args: [], pid };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface RunningTalk {
  readonly talk: Talk;
  readonly failures: readonly string[];
}

/** A talk through these programs, all of which run. */
async function startTalk(
  commands: readonly ReturnType<typeof program>[],
  drainMs: number,
): Promise<RunningTalk> {
  const failures: string[] = [];
  const fail = (reason: string): void => void failures.push(reason);
  const talk = startProcessTalk({ name: 'intercom', commands, logger: silentLogger, fail, drainMs });
  await expect.poll(() => commands.every(({ pid }) => pid() > 0)).toBe(true);
  return { talk, failures };
}

const STUBBORN = 'exec sleep 60';
const go = join(directory, 'go');
const WAITING = `until [ -e '${go}' ]; do sleep 0.05; done`;

test.each([
  ['the first, after the last has ended', 0, STUBBORN, WAITING],
  ['the last, after the first has ended', 1, WAITING, STUBBORN],
])('kills a process that does not end after the talk: %s', async (_which, index, first, last) => {
  rmSync(go, { force: true });
  const commands = [first, last].map((body, place) => program(`${index}-${place}`, body));
  const { talk, failures } = await startTalk(commands, 1_000);
  talk.end(false);
  writeFileSync(go, '');
  await expect.poll(() => commands.some(({ pid }) => isRunning(pid()))).toBe(false);
  await expect.poll(() => failures).toEqual(['ended with SIGKILL']);
});

/** How many pages were built before the last one of an Ogg file, and are not in it. */
function missingPages(file: string): number {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  let [count, last] = [0, -1];
  for (let at = 0; at + 27 <= bytes.length; count += 1) {
    last = bytes.readUInt32LE(at + 18);
    const lengths = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] ?? 0));
    at += 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
  }
  return last + 1 - count;
}

test('builds no silence while a process does not read', async () => {
  rmSync(go, { force: true });
  const file = join(directory, 'talk.ogg');
  const slow = program('slow', `${WAITING}; exec cat > '${file}'`);
  const logged: string[] = [];
  const talk = startProcessTalk({
    name: 'intercom',
    commands: [slow],
    logger: { ...silentLogger, warn: (event) => logged.push(event) },
    fail: (reason) => logged.push(reason),
  });
  let timestamp = 0;
  const write = (jump: number, length = 3): void => {
    timestamp = (timestamp + jump) >>> 0;
    talk.write({ payload: new Uint8Array(length).fill(0xf8), sequenceNumber: 0, timestamp });
    timestamp = (timestamp + 960) >>> 0;
  };
  await expect
    .poll(() => {
      for (let count = 0; count < 100; count += 1) write(0, 1_000);
      return logged;
    })
    .toEqual(['sink.stalled']);
  for (let count = 0; count < 10; count += 1) write(5 * 48_000);
  writeFileSync(go, '');
  await expect
    .poll(() => {
      write(0);
      return missingPages(file);
    })
    .toBeGreaterThan(0);
  // Those of the packets themselves; the first jump alone would be 250 of silence.
  expect(missingPages(file)).toBeLessThan(200);
  talk.end(true);
  await expect.poll(() => isRunning(slow.pid())).toBe(false);
});

test('kills all processes at once when the right to talk is withdrawn, and logs no failure', async () => {
  const commands = ['first', 'last'].map((name) => program(`withdrawn-${name}`, STUBBORN));
  const { talk, failures } = await startTalk(commands, 60_000);
  talk.end(true);
  await expect.poll(() => commands.some(({ pid }) => isRunning(pid()))).toBe(false);
  expect(failures).toEqual([]);
});
