/** @module A device killed at any moment keeps every change that it has answered with success, in a complete file. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOfDer, utf8Encode } from '@longwire/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState } from '../iam/iam-state.ts';
import { createStateFile, openStateFile } from './state-file.ts';
import { usersAfter, type UserFields } from './user-change.fixture.ts';

/** Three devices side by side, each killed this often; `npm run soak -- faults` repeats it with other seeds. */
const DEVICES = 3;
const KILLS_PER_DEVICE = 30;
/** Longest time from an answer to the kill; a write takes about as long. */
const MAX_DELAY_US = 4_000;

const directory = mkdtempSync(join(tmpdir(), 'longwire-kill-'));
const program = fileURLToPath(new URL('./change-users.fixture.ts', import.meta.url));
const crashPoint = fileURLToPath(new URL('./crash-point.fixture.ts', import.meta.url));
/** Kept compiled, ninety processes start in a quarter of the time. */
const environment = { ...process.env, NODE_COMPILE_CACHE: join(directory, 'compiled') };
afterAll(() => rm(directory, { recursive: true, force: true }));

const owner = fingerprintOfDer(utf8Encode('the owner'));
const first: IamState = withUser(EMPTY_IAM_STATE, {
  ...newUser(EMPTY_IAM_STATE, 'owner', 'sct'),
  role: 'Administrator',
  fingerprints: [{ fingerprint: owner, name: null }],
});

/** How a device ended. */
interface End {
  /** How many changes it has answered with success since its start. */
  readonly answered: number;
  readonly signal: NodeJS.Signals | null;
  readonly errors: string;
}

interface Run {
  readonly path: string;
  readonly from: number;
  readonly count?: number;
  readonly crashAt?: number;
  /** Called after each answer, with their number so far. */
  readonly handleAnswer?: (answered: number, kill: () => void) => void;
}

/** Runs a device that changes users. */
function run({ path, from, count = Infinity, crashAt, handleAnswer }: Run): Promise<End> {
  const preload = crashAt === undefined ? [] : ['--import', crashPoint];
  const child = spawn(
    process.execPath,
    ['--conditions=longwire-source', ...preload, program, path, String(from), String(count)],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment, CRASH_AT: String(crashAt) } },
  );
  let answered = 0;
  let errors = '';
  const kill = (): void => void child.kill('SIGKILL');
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answered += text.split('\n').length - 1;
    handleAnswer?.(answered, kill);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (_, signal) => resolve({ answered, signal, errors }));
  });
}

/** The content of the file, read as by a starting device. */
const usersIn = (path: string): UserFields[] =>
  openStateFile(path)
    .state.users.filter(({ username }) => username !== 'owner')
    .map(({ username, role, displayName }) => ({ username, role, displayName }));

/** Another run may have another. */
const SEED = Number(process.env['LONGWIRE_SEED'] ?? 1);

/** The same random numbers for the same seed. */
function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Kills within microseconds of a moment, which no timer can. */
function killAfter(delayUs: number, kill: () => void): void {
  const end = process.hrtime.bigint() + BigInt(delayUs) * 1000n;
  while (process.hrtime.bigint() < end);
  kill();
}

beforeAll(async () => {
  const path = join(directory, 'compile.json');
  await createStateFile(path, first);
  const { errors } = await run({ path, from: 0, count: 1 });
  if (errors !== '') throw new Error(errors);
}, 30_000);

/** Kills one device again and again; returns how often the last change was stored though it was not answered yet. */
async function killAgainAndAgain(device: number): Promise<number> {
  const path = join(directory, `device-${device}.json`);
  await createStateFile(path, first);
  const random = seededNumbers(device + SEED * 1000);
  let changes = 0;
  let unanswered = 0;
  for (let kills = 0; kills < KILLS_PER_DEVICE; kills += 1) {
    const answersBefore = 1 + random(3);
    const delayUs = random(MAX_DELAY_US);
    let isKilled = false;
    const { answered, signal, errors } = await run({
      path,
      from: changes,
      handleAnswer: (count, kill) => {
        if (isKilled || count < answersBefore) return;
        isKilled = true;
        killAfter(delayUs, kill);
      },
    });
    expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: '' });
    changes += answered;
    const kept = usersIn(path);
    const isAhead = JSON.stringify(kept) === JSON.stringify(usersAfter(changes + 1));
    if (isAhead) {
      changes += 1;
      unanswered += 1;
    }
    expect(kept).toEqual(usersAfter(changes));
  }
  return unanswered;
}

test(`after ${DEVICES * KILLS_PER_DEVICE} kills at seeded moments no answered change is lost, and only the change in progress may exist besides`, async () => {
  const devices = Array.from({ length: DEVICES }, (_, device) => killAgainAndAgain(device));
  const unanswered = (await Promise.all(devices)).reduce((sum, count) => sum + count, 0);
  // Some kills happen between storing a change and answering it, and most do not.
  expect(unanswered).toBeLessThan((DEVICES * KILLS_PER_DEVICE) / 2);
}, 900_000);

describe('a device killed between any two steps of a write', () => {
  test('leaves a complete file with or without the change, which the next device opens', async () => {
    const start = join(directory, 'start.json');
    await createStateFile(start, first);
    const kept: number[] = [];
    for (let crashAt = 0; ; crashAt += 1) {
      const path = join(directory, 'crash.json');
      copyFileSync(start, path);
      const { answered, signal, errors } = await run({ path, from: 0, count: 1, crashAt });
      expect(errors).toBe('');
      const users = usersIn(path);
      const changes = users.length;
      expect(users).toEqual(usersAfter(changes));
      expect(changes).toBeGreaterThanOrEqual(answered);
      kept.push(changes);
      expect(await run({ path, from: changes, count: 2 })).toMatchObject({ answered: 2, signal: null });
      expect(usersIn(path)).toEqual(usersAfter(changes + 2));
      if (signal === null) break;
    }
    // Open, chmod, two halves, fsync, close, rename, and the directory: from the rename on the new file is in place.
    expect(kept).toHaveLength(16);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(new Set(kept)).toEqual(new Set([0, 1]));
  }, 60_000);
});
