import { expect, test, vi } from 'vitest';
import { openLibrary } from '../devices/open-library.fixture.ts';
import { StoragePersistence, type StoragePort } from './storage-persistence.ts';
import { pageStorage, Preferences } from './preferences.ts';

class FakeStorage {
  readonly items = new Map<string, string>();
  getItem(name: string): string | null {
    return this.items.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.items.set(name, value);
  }
  removeItem(name: string): void {
    this.items.delete(name);
  }
}

function fakePort({ isLasting = false, mayLast = true } = {}) {
  let lasts = isLasting;
  const persist = vi.fn<() => Promise<boolean>>(async () => (lasts = mayLast));
  const port: StoragePort = {
    persist,
    persisted: async () => lasts,
    estimate: async () => ({ usage: 1_500_000 }),
  };
  return { port, persist };
}

const KEY = 'aa'.repeat(32);
const door = { productId: 'p', deviceId: 'd', service: 'wss://h', sct: '', fingerprint: KEY };

test('preferences are stored under prefixed names and can be removed', () => {
  const storage = new FakeStorage();
  const preferences = new Preferences(storage);
  preferences.set('language', 'de');
  expect([...storage.items]).toEqual([['longwire.language', 'de']]);
  expect(new Preferences(storage).get('language')).toBe('de');
  preferences.set('language', undefined);
  expect(preferences.get('language')).toBeUndefined();
});

test('preferences are undefined in a browser that stores nothing', () => {
  const preferences = new Preferences(undefined);
  preferences.set('language', 'de');
  expect(preferences.get('language')).toBeUndefined();
});

test('a full storage keeps what it has, and a denied one is none', () => {
  const localStorage = new FakeStorage();
  const preferences = new Preferences(pageStorage({ localStorage }));
  preferences.set('language', 'de');
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  preferences.set('language', 'en');
  expect(preferences.get('language')).toBe('de');
  preferences.set('language', undefined);
  expect(preferences.get('language')).toBeUndefined();
  const denied = {
    get localStorage(): FakeStorage {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  expect(pageStorage(denied)).toBeUndefined();
});

test('reports the size and persistence of the browser’s storage', async () => {
  const { port } = fakePort();
  const storage = new StoragePersistence(port, new Preferences(undefined));
  expect(await storage.read()).toEqual({ kind: 'fleeting', usedBytes: 1_500_000 });
  expect(await storage.request()).toBe(true);
  expect(await storage.read()).toEqual({ kind: 'lasting', usedBytes: 1_500_000 });
  const none = new StoragePersistence(undefined, new Preferences(undefined));
  expect(await none.read()).toEqual({ kind: 'unknown', usedBytes: undefined });
  expect(await none.request()).toBe(false);
});

test('requests persistent storage once, after the first device is verified', async () => {
  const preferences = new Preferences(new FakeStorage());
  const { port, persist } = fakePort({ mayLast: false });
  const library = await openLibrary();
  new StoragePersistence(port, preferences).requestWhenWorthwhile(library, (error) =>
    expect.fail(String(error)),
  );
  library.remember(door);
  expect(persist).not.toHaveBeenCalled();
  await library.noteProof('p/d', { fingerprint: KEY, isBound: true });
  await library.noteProof('p/d', { fingerprint: KEY, isBound: true });
  expect(persist).toHaveBeenCalledOnce();
  new StoragePersistence(port, preferences).requestWhenWorthwhile(library, (error) =>
    expect.fail(String(error)),
  );
  await library.noteProof('p/d', { fingerprint: KEY, isBound: true });
  expect(persist).toHaveBeenCalledOnce();
});
