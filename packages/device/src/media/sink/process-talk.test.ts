/** @module The processes of a talk are killed after it, whichever of them does not end. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@longwire/protocol';
import { afterAll, expect, test } from 'vitest';
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

const STUBBORN = 'exec sleep 60';
const go = join(directory, 'go');
const WAITING = `until [ -e '${go}' ]; do sleep 0.05; done`;

test.each([
  ['the first, after the last has ended', 0, STUBBORN, WAITING],
  ['the last, after the first has ended', 1, WAITING, STUBBORN],
])('kills a process that does not end after the talk: %s', async (_which, index, first, last) => {
  rmSync(go, { force: true });
  const commands = [first, last].map((body, place) => program(`${index}-${place}`, body));
  const failures: string[] = [];
  const talk = startProcessTalk({
    name: 'intercom',
    commands,
    logger: silentLogger,
    fail: (reason) => failures.push(reason),
    drainMs: 1_000,
  });
  await expect.poll(() => commands.every(({ pid }) => pid() > 0)).toBe(true);
  talk.end(false);
  writeFileSync(go, '');
  await expect.poll(() => commands.some(({ pid }) => isRunning(pid()))).toBe(false);
  await expect.poll(() => failures).toEqual(['ended with SIGKILL']);
});

test('kills all processes at once when the right to talk is withdrawn, and logs no failure', async () => {
  const commands = ['first', 'last'].map((name) => program(`withdrawn-${name}`, STUBBORN));
  const failures: string[] = [];
  const talk = startProcessTalk({
    name: 'intercom',
    commands,
    logger: silentLogger,
    fail: (reason) => failures.push(reason),
    drainMs: 60_000,
  });
  await expect.poll(() => commands.every(({ pid }) => pid() > 0)).toBe(true);
  talk.end(true);
  await expect.poll(() => commands.some(({ pid }) => isRunning(pid()))).toBe(false);
  expect(failures).toEqual([]);
});
