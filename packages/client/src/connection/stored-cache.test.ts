/** @module Which notes outlast the page, and that nothing else does. */
import { expect, test } from 'vitest';
import type { ConnectNote } from './ice-server-cache.ts';
import { CONNECT_NOTES_KEY, createStoredIceServerCache, type NoteStorage } from './stored-cache.ts';

const stun = { urls: ['stun:s.example'] };
const turn = { urls: ['turn:t.example'], username: 'ann', credential: 'canary' };

class FakeStorage implements NoteStorage {
  readonly items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  get text(): string {
    return [...this.items.values()].join();
  }
}

test.each<[string, ConnectNote, ConnectNote | undefined]>([
  ['servers without credentials', { iceServers: [stun], untilMs: 7 }, { iceServers: [stun], untilMs: 7 }],
  ['an empty list of servers', { iceServers: [], untilMs: 7 }, { iceServers: [], untilMs: 7 }],
  ['that the service named no servers', { untilMs: 7 }, { untilMs: 7 }],
  ['no list that has credentials in it', { iceServers: [stun, turn], untilMs: 7 }, undefined],
  [
    'that a network needs the servers that the service names',
    { iceServers: [turn], untilMs: 7, needsServers: true },
    { needsServers: true },
  ],
  ['that a service accepts early messages', { isEarly: true }, { isEarly: true }],
  ['that a service loses early messages', { isEarly: false }, { isEarly: false }],
  ['not that a service needs the sequential handshake', { isSequential: true }, undefined],
])('the next page knows: %s', (_name, note, expected) => {
  const storage = new FakeStorage();
  const before = createStoredIceServerCache(storage);
  before.set('key', note);
  expect(before.get('key')).toEqual(note);
  expect(createStoredIceServerCache(storage).get('key')).toEqual(expected);
  expect(storage.text).not.toContain('canary');
});

test('a note that is removed is removed for the next page as well', () => {
  const storage = new FakeStorage();
  const before = createStoredIceServerCache(storage);
  before.set('key', { isEarly: true });
  before.set('key', undefined);
  expect([before.get('key'), createStoredIceServerCache(storage).get('key')]).toEqual([undefined, undefined]);
});

test('two tabs do not remove the notes of each other', () => {
  const storage = new FakeStorage();
  const [one, other] = [createStoredIceServerCache(storage), createStoredIceServerCache(storage)];
  one.set('one', { isEarly: true });
  other.set('other', { isEarly: false });
  const next = createStoredIceServerCache(storage);
  expect([next.get('one'), next.get('other')]).toEqual([{ isEarly: true }, { isEarly: false }]);
});

test('only the newest 64 notes are stored', () => {
  const storage = new FakeStorage();
  const before = createStoredIceServerCache(storage);
  for (let index = 0; index < 65; index += 1) before.set(String(index), { isEarly: true });
  const next = createStoredIceServerCache(storage);
  expect([next.get('0'), next.get('1'), next.get('64')]).toEqual([
    undefined,
    { isEarly: true },
    { isEarly: true },
  ]);
});

test.each(['', '{', '7', 'null', '{"key":1}', '["key"]'])('stored text %j counts as no notes', (text) => {
  const storage = new FakeStorage();
  storage.setItem(CONNECT_NOTES_KEY, text);
  const cache = createStoredIceServerCache(storage);
  expect(cache.get('key')).toBeUndefined();
  cache.set('key', { isEarly: true });
  expect(createStoredIceServerCache(storage).get('key')).toEqual({ isEarly: true });
});
