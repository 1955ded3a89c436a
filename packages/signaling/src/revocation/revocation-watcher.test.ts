/**
 * @module Each change ends the right connections; a failing database is logged once, and no change is
 * skipped.
 */
import { setImmediate } from 'node:timers/promises';
import { parseFingerprint } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import type { LogFields } from '../log/log.ts';
import type { FoundDevice } from '../ports/admission.ts';
import type { AuditEvent } from '../ports/audit.ts';
import type { Change } from '../ports/changes.ts';
import type { LiveScope } from '../ports/live.ts';
import { ManualClock } from '@longwire/testing/clock';
import { RevocationWatcher } from './revocation-watcher.ts';

const FINGERPRINT = parseFingerprint('ab'.repeat(32));

/** A feed, and the watcher's reactions to it. */
class Rig {
  readonly clock = new ManualClock();
  readonly feed: Change[] = [];
  readonly done: (string | LiveScope | number)[][] = [];
  readonly rows: AuditEvent[] = [];
  readonly lines: string[] = [];
  device: FoundDevice = { kind: 'unknownDevice' };
  /** The next result in place of the feed's. */
  answer: (() => Promise<readonly Change[]>) | undefined;
  looks = 0;
  ended = 1;

  start(): Promise<RevocationWatcher> {
    const log = (level: string) => (_: LogFields, message: string) => {
      this.lines.push(`${level}: ${message}`);
    };
    const note = (what: string) => (scope: LiveScope, code: number) => {
      this.done.push([what, scope, code]);
      return this.ended;
    };
    return RevocationWatcher.start({
      clock: this.clock,
      changes: {
        latest: async () => this.feed.length,
        since: async (seq) => {
          this.looks += 1;
          return this.answer === undefined ? this.feed.slice(seq, seq + 2) : this.answer();
        },
      },
      devices: { findDevice: async () => this.device },
      live: {
        devices: () => [],
        sessions: () => [],
        endSessions: note('sessions'),
        endDevices: note('devices'),
        endSession: () => false,
      },
      audit: { record: async (event) => void this.rows.push(event) },
      log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    });
  }

  push(change: Partial<Change> & Pick<Change, 'kind'>): void {
    const nothing = { deviceId: undefined, tokenId: undefined, issuer: undefined, at: 0 };
    this.feed.push({ seq: this.feed.length + 1, productId: 'p', ...nothing, ...change });
  }

  /** Lets one interval pass and its work complete. */
  async beat(count = 1): Promise<void> {
    for (let beat = 0; beat < count; beat += 1) {
      this.clock.advance(250);
      await setImmediate();
    }
  }
}

describe('a revocation', () => {
  const device = { productId: 'p', deviceId: 'd' };
  const found: FoundDevice = { kind: 'found', key: device, fingerprint: FINGERPRINT };
  test.each<[string, Partial<Change> & Pick<Change, 'kind'>, FoundDevice, unknown[]]>([
    [
      'a token: its sessions',
      { kind: 'token', deviceId: 'd', tokenId: 't' },
      found,
      [['sessions', { ...device, tokenId: 't' }, 4002]],
    ],
    [
      'a token of a product: its sessions with any device',
      { kind: 'token', tokenId: 't' },
      found,
      [['sessions', { productId: 'p', deviceId: undefined, tokenId: 't' }, 4002]],
    ],
    [
      'an issuer: the sessions of its jwts',
      { kind: 'issuer', issuer: 'https://id.example' },
      found,
      [['sessions', { productId: 'p', jwtIssuer: 'https://id.example' }, 4002]],
    ],
    [
      'a device that is disabled or removed: sessions, then the attachment',
      { kind: 'device', deviceId: 'd' },
      { kind: 'unknownDevice' },
      [
        ['sessions', device, 4006],
        ['devices', device, 4006],
      ],
    ],
    [
      'a device with another key: an attachment by the old one',
      { kind: 'device', deviceId: 'd' },
      found,
      [['devices', { ...device, exceptFingerprint: FINGERPRINT }, 4002]],
    ],
    [
      'a device whose product is gone by now',
      { kind: 'device', deviceId: 'd' },
      { kind: 'unknownProduct' },
      [
        ['sessions', device, 4005],
        ['devices', device, 4005],
      ],
    ],
    [
      'a product: all of it',
      { kind: 'product' },
      found,
      [
        ['sessions', { productId: 'p' }, 4005],
        ['devices', { productId: 'p' }, 4005],
      ],
    ],
  ])('ends the connections for %s', async (_title, change, lookup, done) => {
    const rig = new Rig();
    rig.device = lookup;
    await using _watcher = await rig.start();
    rig.push(change);
    await rig.beat();
    expect(rig.done).toEqual(done);
    expect(rig.rows).toHaveLength(1);
    expect(rig.rows[0]).toMatchObject({ action: 'session.end', outcome: 'refused', productId: 'p' });
  });
});

test('changes before the start are ignored, and none is handled twice', async () => {
  const rig = new Rig();
  rig.push({ kind: 'product' });
  await using _watcher = await rig.start();
  await rig.beat(2);
  expect(rig.done).toEqual([]);
  rig.push({ kind: 'token', tokenId: 't' });
  await rig.beat(3);
  expect(rig.done).toHaveLength(1);
});

test('a feed that goes back is that of a backup: all connections end once, and later changes are handled', async () => {
  const rig = new Rig();
  for (const tokenId of ['1', '2', '3']) rig.push({ kind: 'token', tokenId });
  await using _watcher = await rig.start();
  rig.feed.length = 1;
  await rig.beat(3);
  expect(rig.done).toEqual([
    ['sessions', {}, 1012],
    ['devices', {}, 1012],
  ]);
  expect(rig.lines).toEqual(['warn: the database was replaced by an older one: all connections ended']);
  rig.push({ kind: 'token', tokenId: '4' });
  await rig.beat();
  expect(rig.done).toHaveLength(3);
});

test('a long list of changes is handled completely and in order within one poll', async () => {
  const rig = new Rig();
  await using _watcher = await rig.start();
  const ids = ['1', '2', '3', '4', '5'];
  for (const tokenId of ids) rig.push({ kind: 'token', tokenId });
  await rig.beat();
  expect(rig.done.map(([, scope]) => scope)).toMatchObject(ids.map((tokenId) => ({ tokenId })));
});

test('a change without affected connections is not recorded', async () => {
  const rig = new Rig();
  rig.ended = 0;
  await using _watcher = await rig.start();
  rig.push({ kind: 'token', tokenId: 't' });
  await rig.beat();
  expect(rig.done).toHaveLength(1);
  expect([rig.rows, rig.lines]).toEqual([[], []]);
});

test('a failing database is logged once, and no change is skipped when it is back', async () => {
  const rig = new Rig();
  await using _watcher = await rig.start();
  rig.answer = () => Promise.reject(new Error('gone'));
  for (const tokenId of ['1', '2', '3']) rig.push({ kind: 'token', tokenId });
  await rig.beat(5);
  expect(rig.looks).toBe(5);
  expect(rig.lines).toEqual([expect.stringMatching(/^error: cannot read revocations/u)]);
  rig.answer = undefined;
  await rig.beat();
  expect(rig.done).toHaveLength(3);
  expect(rig.lines).toContain('info: watching revocations again');
  rig.answer = () => Promise.reject(new Error('gone again'));
  await rig.beat(2);
  expect(rig.lines.filter((line) => line.startsWith('error'))).toHaveLength(2);
});

test('a change that fails is handled by the next poll, and so are those after it', async () => {
  const rig = new Rig();
  let isDown = true;
  const working = rig.device;
  Object.defineProperty(rig, 'device', {
    get: () => {
      if (isDown) throw new Error('gone');
      return working;
    },
  });
  await using _watcher = await rig.start();
  rig.push({ kind: 'token', tokenId: 'before' });
  rig.push({ kind: 'device', deviceId: 'd' });
  rig.push({ kind: 'token', tokenId: 'after' });
  await rig.beat();
  expect(rig.done).toHaveLength(1);
  isDown = false;
  await rig.beat();
  expect(rig.done.map(([what, scope]) => [what, scope])).toMatchObject([
    ['sessions', { tokenId: 'before' }],
    ['sessions', { deviceId: 'd' }],
    ['devices', { deviceId: 'd' }],
    ['sessions', { tokenId: 'after' }],
  ]);
});

test('a hanging poll is logged once and not started again', async () => {
  const rig = new Rig();
  const watcher = await rig.start();
  const hanging = Promise.withResolvers<readonly Change[]>();
  rig.answer = () => hanging.promise;
  await rig.beat(60);
  expect(rig.looks).toBe(1);
  expect(rig.lines).toEqual([expect.stringMatching(/^error: cannot read revocations/u)]);
  const ended = watcher[Symbol.asyncDispose]();
  hanging.resolve([]);
  await ended;
  await rig.beat(2);
  expect(rig.looks).toBe(1);
});
