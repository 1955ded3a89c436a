/** @module The list of events: bounded in number, age and pictures, kept over restarts, and never in the way of the device. */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@longwire/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_EVENT_STORE, openEventFile, type EventStore } from './event-file.ts';
import { EventLog } from './event-log.ts';
import { MAX_EVENT_AGE_MS, MAX_EVENTS, type LoggedEvent } from './logged-event.ts';
import { checkNotification, imageFormatOf, MAX_IMAGE_BYTES } from './notification.ts';

const ANNA = { username: 'anna', displayName: 'Anna', role: 'Guest' };
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const notice = (title: string, body: string | null = null) =>
  ({ kind: null, title, body, isUnsent: false }) as const;

let nowMs = 1_800_000_000_000;
const warnings: string[] = [];
const logger = { ...silentLogger, warn: (event: string) => void warnings.push(event) };

function makeLog(store: EventStore = NO_EVENT_STORE): EventLog {
  return new EventLog({ store, logger, nowMs: () => nowMs });
}

beforeEach(() => {
  nowMs = 1_800_000_000_000;
  warnings.length = 0;
});

describe('the list', () => {
  test('is newest first, with ids that are never used twice', () => {
    const log = makeLog();
    log.addNotification(notice('Doorbell'));
    nowMs += 1000;
    log.beginVisit(ANNA);
    expect(log.list).toEqual([
      { type: 'visit', id: 2, atMs: nowMs, untilMs: null, isPresent: true, ...ANNA },
      { type: 'notification', id: 1, atMs: nowMs - 1000, ...notice('Doorbell') },
    ]);
  });

  test('drops the oldest beyond its limit, and what is too old', () => {
    const log = makeLog();
    for (let index = 0; index <= MAX_EVENTS; index += 1) log.addNotification(notice(String(index)));
    expect(log.list).toHaveLength(MAX_EVENTS);
    expect(log.list.at(-1)).toMatchObject({ title: '1' });
    nowMs += MAX_EVENT_AGE_MS + 1;
    expect(log.list).toEqual([]);
  });

  test('a user who comes and goes all day pushes out only visits of their own', () => {
    const log = makeLog();
    log.addNotification(notice('Movement'));
    log.beginVisit({ username: 'bob', displayName: null, role: null });
    for (let index = 0; index < 2 * MAX_EVENTS; index += 1) log.beginVisit(ANNA);
    expect(log.list).toHaveLength(MAX_EVENTS);
    expect(log.list.slice(-2)).toMatchObject([{ username: 'bob' }, { title: 'Movement' }]);
    for (let index = 0; index < 2 * MAX_EVENTS; index += 1) log.addNotification(notice('Movement'));
    const visits = log.list.filter(({ type }) => type === 'visit');
    expect(visits).toHaveLength(MAX_EVENTS / 2);
    expect(visits.at(-1)).toMatchObject({ username: 'bob' });
  });

  test('keeps the pictures of the newest sixteen notifications that have one', () => {
    const log = makeLog();
    for (let index = 0; index < 17; index += 1) log.addNotification(notice('Movement'), JPEG);
    log.addNotification(notice('Doorbell'));
    expect(log.list.map(({ id }) => log.imageOf(id) !== undefined)).toEqual([
      false,
      ...Array.from({ length: 16 }, () => true),
      false,
    ]);
  });

  test('a visit ends, and continues', () => {
    const log = makeLog();
    const { id } = log.beginVisit(ANNA);
    nowMs += 5000;
    log.setPresent(id, false);
    expect(log.list).toMatchObject([{ untilMs: nowMs, isPresent: false }]);
    log.setPresent(id, true);
    expect(log.list).toMatchObject([{ untilMs: null, isPresent: true }]);
  });
});

describe('the file', () => {
  let directory = '';
  let path = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'longwire-events-'));
    path = join(directory, 'events.json');
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('keeps everything but pictures over a restart, and no visit lasts over it', async () => {
    const before = makeLog(openEventFile(path, logger));
    before.addNotification(notice('Doorbell', 'Someone rings'), JPEG);
    before.beginVisit(ANNA);
    before.beginVisit({ username: 'bob', displayName: null, role: null });
    await before.settled();
    const after = makeLog(openEventFile(path, logger));
    expect(after.list).toEqual(
      before.list.map((event) => (event.type === 'visit' ? { ...event, isPresent: false } : event)),
    );
    expect(after.imageOf(1)).toBeUndefined();
    expect(after.addNotification(notice('Again')).id).toBe(4);
    await after.settled();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(warnings).toEqual([]);
  });

  test('of an earlier version has no kinds, and one of a later version may have others', () => {
    const event = { type: 'notification', id: 1, atMs: nowMs, title: 'Doorbell', body: null };
    const later = [
      { ...event, kind: 'motion', isUnsent: true },
      { ...event, kind: 'party' },
    ];
    writeFileSync(path, JSON.stringify({ events: [event, { ...event, kind: null }, ...later] }));
    expect(makeLog(openEventFile(path, logger)).list).toMatchObject([
      { kind: null, isUnsent: false },
      { kind: null, isUnsent: false },
      { kind: 'motion', isUnsent: true },
      { kind: null, isUnsent: false },
    ]);
    expect(warnings).toEqual([]);
  });

  test('has the visit of a user whose display name is empty, as a client may set it', async () => {
    const log = makeLog(openEventFile(path, logger));
    log.beginVisit({ username: 'anna', displayName: '', role: null });
    await log.settled();
    expect(makeLog(openEventFile(path, logger)).list).toMatchObject([{ username: 'anna', displayName: '' }]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['text', 'no JSON'],
    ['another shape', '{"events":[{"id":1}]}'],
    ['an unknown type', '{"events":[{"type":"party","id":1,"atMs":1,"title":"x"}]}'],
  ])('with %s is reported and kept beside the new one, and the list starts empty', async (_, text) => {
    writeFileSync(path, text);
    const log = makeLog(openEventFile(path, logger));
    expect(log.list).toEqual([]);
    expect(warnings).toEqual(['events.store-unreadable']);
    log.addNotification(notice('Doorbell'));
    await log.settled();
    const kept = readdirSync(directory).filter((name) => name.startsWith('events.json.damaged-'));
    expect(kept.map((name) => readFileSync(join(directory, name), 'utf8'))).toEqual([text]);
    expect(makeLog(openEventFile(path, logger)).list).toHaveLength(1);
  });

  test('that is unreadable and cannot be moved is reported, and the list starts empty', () => {
    expect(makeLog(openEventFile('/proc/version', logger)).list).toEqual([]);
    expect(warnings).toEqual(['events.store-unreadable']);
  });

  test('that cannot be written is reported, and the list goes on', async () => {
    const log = makeLog(openEventFile(join(directory, 'none', 'events.json'), logger));
    log.addNotification(notice('Doorbell'));
    await log.settled();
    expect(warnings).toEqual(['events.store-failed']);
    expect(log.list).toHaveLength(1);
  });

  test('is written once for many changes during a write, and then has all of them', async () => {
    const saved: LoggedEvent[][] = [];
    const log = makeLog({ stored: [], save: async (events) => void saved.push([...events]) });
    for (const title of ['a', 'b', 'c']) log.addNotification(notice(title));
    await log.settled();
    expect(saved.map((events) => events.length)).toEqual([1, 3]);
  });

  test('contains no picture', async () => {
    const log = makeLog(openEventFile(path, logger));
    log.addNotification(notice('Doorbell'), JPEG);
    await log.settled();
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')).events[0])).toEqual([
      'type',
      'id',
      'atMs',
      'kind',
      'title',
      'body',
      'isUnsent',
    ]);
  });
});

describe('a notification', () => {
  test('may have a JPEG or a PNG file', () => {
    expect([imageFormatOf(JPEG), imageFormatOf(PNG), imageFormatOf(Uint8Array.of(0x47))]).toEqual([
      22,
      23,
      undefined,
    ]);
    checkNotification({ title: 'Doorbell', body: '', image: PNG });
  });

  const long = new Uint8Array(MAX_IMAGE_BYTES + 1);
  long.set(JPEG);
  test.each([
    ['no title', { title: '', body: '' }, 'title'],
    ['a long title', { title: 'x'.repeat(129), body: '' }, 'title'],
    ['a line break', { title: 'a\nb', body: '' }, 'title'],
    ['half a character', { title: 'a', body: 'b\ud83d' }, 'body'],
    ['an unknown kind', { title: 'a', body: '', kind: JSON.parse('"party"') }, 'kind'],
    ['a long body', { title: 'a', body: 'x'.repeat(513) }, 'body'],
    ['another picture', { title: 'a', body: '', image: Uint8Array.of(0x47, 0x49, 0x46) }, 'image'],
    ['a large picture', { title: 'a', body: '', image: long }, 'image'],
  ])('with %s is refused', (_, notification, name) => {
    expect(() => checkNotification(notification)).toThrow(
      expect.objectContaining({ code: 'ERR_NOTIFICATION', message: expect.stringContaining(name) }),
    );
  });
});
