import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryDatabase } from '../storage/database.ts';
import { tabJournal, type ChangeJournal, type Changes } from './change-journal.ts';
import type { DeviceLibrary } from './device-library.ts';
import { DeviceStorage } from './device-storage.ts';
import { FRONT_DOOR_KEY, frontDoor } from './front-door.fixture.ts';
import { openLibrary, storedDevices } from './open-library.fixture.ts';

const never = async (): Promise<void> => {
  await new Promise<void>(() => undefined);
};

/** A database that holds the devices of another one. */
async function copyOf(database: MemoryDatabase): Promise<MemoryDatabase> {
  const copy = new MemoryDatabase();
  const devices = await database.entries('devices');
  await copy.write([...devices].map(([key, value]) => ({ store: 'devices', key, value })));
  return copy;
}

class FakeJournal implements ChangeJournal {
  changes: Changes = new Map();

  read(): Changes {
    return this.changes;
  }
  write(changes: Changes): void {
    this.changes = new Map(changes);
  }
}

let journal: FakeJournal;
let lasting: MemoryDatabase;

beforeEach(async () => {
  journal = new FakeJournal();
  lasting = new MemoryDatabase();
  (await openPage(lasting)).remember(frontDoor);
});

async function openPage(database: MemoryDatabase): Promise<DeviceLibrary> {
  return await openLibrary(database, { journal });
}

/** Opens a library whose page closes before it has written anything. */
async function openHasty(): Promise<DeviceLibrary> {
  const slow = await copyOf(lasting);
  slow.write = never;
  return await openPage(slow);
}

test('a write that a closed page did not finish is completed by the next page', async () => {
  const hasty = await openHasty();
  void hasty.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  void hasty.noteUser('pr-1/de-door', 'bob', 'bob');
  expect((await openPage(lasting)).snapshot()).toMatchObject([
    { username: 'bob', account: 'bob', isBound: true },
  ]);
  expect(journal.changes.size).toBe(0);
});

test('a removal that a closed page did not finish is completed by the next page', async () => {
  const hasty = await openHasty();
  void hasty.remove('pr-1/de-door');
  expect((await openPage(lasting)).snapshot()).toEqual([]);
  expect(await storedDevices(lasting)).toEqual([]);
});

test('a completed write leaves the journal; a later change of the same device stays in it', async () => {
  const [device] = await storedDevices(lasting);
  if (device === undefined) throw new Error('no device is remembered');
  const first = Promise.withResolvers<void>();
  const database = new MemoryDatabase();
  const writes = [first.promise, never()];
  database.write = async () => await writes.shift();
  const storage = await DeviceStorage.open({ database, journal });
  const writing = storage.write(new Map([[device.key, device]]));
  void storage.write(new Map([[device.key, { ...device, username: 'bob' }]]));
  first.resolve();
  await writing;
  expect([...journal.changes.values()]).toMatchObject([{ key: 'pr-1/de-door', username: 'bob' }]);
});

test('a page opens although there is no room for the journal’s changes, and reports that nothing lasts', async () => {
  void (await openHasty()).noteUser('pr-1/de-door', 'bob');
  const full = await copyOf(lasting);
  full.write = async () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const library = await openPage(full);
  expect(library.snapshot()).toMatchObject([{ username: 'admin' }]);
  await library.noteSeen('pr-1/de-door');
  expect(library.isLasting).toBe(false);
});

test('the journal is kept in the tab’s storage, and damaged entries of it are skipped', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const device = { key: 'pr-1/de-door', addedAtMs: 5, ...frontDoor };
  tabJournal.write(
    new Map([
      ['pr-1/de-door', device],
      ['p/gone', undefined],
    ]),
  );
  expect([...tabJournal.read()]).toEqual([
    ['pr-1/de-door', expect.objectContaining(device)],
    ['p/gone', undefined],
  ]);
  tabJournal.write(new Map());
  expect(items.size).toBe(0);
  expect(tabJournal.read().size).toBe(0);
  items.set('longwire.unsaved', '[1,[2,null],["pr-1/de-door",{"productId":"p"}],["p/gone",null]]');
  expect([...tabJournal.read()]).toEqual([['p/gone', undefined]]);
});
