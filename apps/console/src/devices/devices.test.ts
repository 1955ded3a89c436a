import { describe, expect, test } from 'vitest';
import type { DeviceDetails } from '../link/device-details.ts';
import { MemoryDatabase, type Row } from '../storage/database.ts';
import { distinctDevices } from './device-storage.ts';
import { openLibrary, storedDevices } from './open-library.fixture.ts';
import {
  findDevices,
  mergeDetails,
  nameOf,
  readStoredDevice,
  secretsOf,
  type RememberedDevice,
} from './remembered-device.ts';

const KEY = 'aa'.repeat(32);

const details: DeviceDetails = {
  productId: 'pr-1',
  deviceId: 'de-1',
  service: 'ws://host',
  sct: 'token',
  fingerprint: 'aa'.repeat(32),
  username: 'admin',
  password: 'the secret',
};

/** A database that can run out of room. */
class CrampedDatabase extends MemoryDatabase {
  override readonly isLasting = true;
  isFull = false;
  writes = 0;
  onWrite = (): void => undefined;

  override async write(rows: readonly Row[]): Promise<void> {
    this.writes += 1;
    this.onWrite();
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    await super.write(rows);
  }
}

function stored(deviceId: string, more: object): RememberedDevice {
  const device = readStoredDevice({ ...details, deviceId, fingerprint: undefined, ...more });
  if (device === undefined) throw new Error('a row that can be read expected');
  return device;
}

describe('device ids that differ only in case', () => {
  const other = { ...details, productId: 'PR-1', deviceId: 'De-1' };

  test('belong to one device, which a link with another key cannot replace', async () => {
    const library = await openLibrary();
    library.remember(details);
    const fingerprint = 'bb'.repeat(32);
    expect(library.remember({ ...other, fingerprint }, 'other')).toEqual({
      kind: 'other-key',
      known: KEY,
      offered: fingerprint,
    });
    expect(library.conflictOf({ ...other, fingerprint }, 'other')).toBeDefined();
    expect(library.snapshot()).toHaveLength(1);
    expect(library.find('PR-1', 'DE-1')).toMatchObject({ productId: 'pr-1', fingerprint: KEY });
  });

  test('keep the spelling stored first, under which this browser has its certificate', async () => {
    const library = await openLibrary();
    library.remember(other);
    library.remember({ ...details, name: 'Door' });
    expect(library.snapshot()).toMatchObject([{ productId: 'PR-1', deviceId: 'De-1', name: 'Door' }]);
  });

  test('only ASCII letters are folded: the Kelvin sign is not k', async () => {
    const library = await openLibrary();
    library.remember({ ...details, deviceId: 'k' });
    expect(library.find('pr-1', '\u212A')).toBeUndefined();
  });

  test('leave one of several rows stored by an earlier version: the one with a verified key, else one with a key', () => {
    const bare = stored('de', { addedAtMs: 1 });
    const keyed = stored('DE', { addedAtMs: 2, firstFingerprint: 'bb'.repeat(32) });
    const verified = stored('De', { addedAtMs: 3, fingerprint: KEY, verifiedAtMs: 4 });
    const separate = stored('other', { addedAtMs: 5 });
    expect(distinctDevices([bare, keyed, verified, separate])).toEqual([verified, separate]);
    expect(distinctDevices([bare, keyed])).toEqual([keyed]);
    expect(distinctDevices([stored('DE', { addedAtMs: 2 }), bare])).toEqual([bare]);
  });
});

describe('the device library', () => {
  test('remembers the people of a device, one per name, until they or the device are removed', async () => {
    const database = new MemoryDatabase();
    const library = await openLibrary(database);
    library.remember(details);
    await library.notePerson('pr-1/de-1', { username: 'anna', role: 'Guest' });
    await library.notePerson('pr-1/de-1', { username: 'bob' });
    await library.notePerson('pr-1/de-1', { username: 'anna', role: 'Standard' });
    library.remember({ ...details, name: 'Door' });
    const stored: unknown = JSON.parse(JSON.stringify(await storedDevices(database)));
    const people = [{ username: 'anna', role: 'Standard' }, { username: 'bob' }];
    expect(Array.isArray(stored) && readStoredDevice(stored[0])).toMatchObject({ name: 'Door', people });
    await library.forgetPerson('pr-1/de-1', 'anna');
    expect(library.snapshot()[0]?.people).toEqual([{ username: 'bob' }]);
    await library.remove('pr-1/de-1');
    expect(JSON.stringify(await storedDevices(database))).not.toContain('bob');
  });

  test('does not remember people beyond the limit or with an invalid name', async () => {
    const library = await openLibrary();
    library.remember(details);
    for (let n = 0; n < 110; n += 1) await library.notePerson('pr-1/de-1', { username: `u${n}` });
    expect(library.snapshot()[0]?.people).toHaveLength(100);
    const row = { ...library.snapshot()[0], people: [{ username: '../x' }, 7, { username: 'a', role: 5 }] };
    expect(readStoredDevice(row)?.people).toEqual([{ username: 'a' }]);
    expect(readStoredDevice({ ...row, people: 'anna' })?.people).toBeUndefined();
  });

  test('does not store a role that it would not read back, whatever the device answers', async () => {
    const database = new MemoryDatabase();
    const library = await openLibrary(database);
    library.remember(details);
    await library.notePerson('pr-1/de-1', { username: 'anna', role: 'r'.repeat(1_000_000) });
    await library.notePerson('pr-1/de-1', { username: 'anna', role: 'r'.repeat(1_000_000) });
    expect(library.snapshot()[0]?.people).toEqual([{ username: 'anna' }]);
    expect(JSON.stringify(await storedDevices(database)).length).toBeLessThan(1_000);
  });

  test('remembers whether a device lists its streams and has controls, through edits and a reload', async () => {
    const database = new MemoryDatabase();
    const library = await openLibrary(database);
    library.remember(details);
    expect(library.snapshot()[0]?.isListingStreams).toBeUndefined();
    await library.noteStreamList('pr-1/de-1', false);
    await library.noteResources('pr-1/de-1', { hasControls: true, hasEvents: true });
    library.remember({ ...details, name: 'Door' });
    const stored: unknown = JSON.parse(JSON.stringify(await storedDevices(database)));
    expect(Array.isArray(stored) && readStoredDevice(stored[0])).toMatchObject({
      name: 'Door',
      isListingStreams: false,
      hasControls: true,
      hasEvents: true,
    });
  });

  test('remembers that push messages are on, and that those of another service are then off', async () => {
    const database = new MemoryDatabase();
    const library = await openLibrary(database);
    for (const deviceId of ['de-1', 'de-2', 'de-3']) library.remember({ ...details, deviceId });
    const push = { path: '/events', username: 'anna', key: 'one', sender: 's' };
    await library.notePushTurnedOn('pr-1/de-1', push);
    await library.notePushTurnedOn('pr-1/de-2', push);
    library.remember({ ...details, name: 'Door' });
    const stored: unknown = JSON.parse(JSON.stringify(await storedDevices(database)));
    expect(Array.isArray(stored) && readStoredDevice(stored[0])?.push).toEqual(push);
    const pushes = () => library.snapshot().map((device) => device.push?.key);
    expect(pushes()).toEqual(['one', 'one', undefined]);
    // The key of the service has changed: each of its devices is registered again at its next connection.
    await library.notePush('pr-1/de-1', { ...push, key: 'new' });
    expect(pushes()).toEqual(['new', 'one', undefined]);
    await library.notePushTurnedOn('pr-1/de-3', { ...push, key: 'other' });
    expect(pushes()).toEqual([undefined, undefined, 'other']);
    await library.notePush('pr-1/de-3', undefined);
    expect(pushes()).toEqual([undefined, undefined, undefined]);
  });

  test('never stores the password', async () => {
    const database = new MemoryDatabase();
    const library = await openLibrary(database);
    library.remember(details);
    expect(JSON.stringify(await storedDevices(database))).not.toContain('the secret');
    expect(library.find('pr-1', 'de-1')).toMatchObject({ key: 'pr-1/de-1', sct: 'token', addedAtMs: 5 });
  });

  test('works without room in the storage, and writes what is missing once there is room', async () => {
    const database = new CrampedDatabase();
    const library = await openLibrary(database);
    database.isFull = true;
    library.remember(details);
    await expect.poll(() => library.isLasting).toBe(false);
    expect(library.snapshot()).toHaveLength(1);
    database.isFull = false;
    library.remember({ ...details, deviceId: 'de-2' });
    await expect.poll(() => library.isLasting).toBe(true);
    expect(await storedDevices(database)).toHaveLength(2);
  });

  test('fills the storage again after the browser has cleared it', async () => {
    const database = new CrampedDatabase();
    const library = await openLibrary(database);
    for (const deviceId of ['de-1', 'de-2']) library.remember({ ...details, deviceId });
    await database.write(library.snapshot().map(({ key }) => ({ store: 'devices', key, value: undefined })));
    await library.restore();
    expect(await storedDevices(database)).toEqual(library.snapshot());
  });

  test('does not start another restore when the storage is lost while restoring', async () => {
    const database = new CrampedDatabase();
    const library = await openLibrary(database);
    database.isFull = true;
    database.onWrite = () => void library.restore();
    await library.restore();
    expect([database.writes, library.isLasting]).toEqual([1, false]);
  });

  test('lets a person correct a key that they typed and the device never proved; a link or a file cannot', async () => {
    const library = await openLibrary();
    library.remember({ ...details, fingerprint: 'bb'.repeat(32) });
    expect(library.remember(details, 'other')).toMatchObject({ kind: 'other-key', offered: KEY });
    expect(library.find('pr-1', 'de-1')?.fingerprint).toBe('bb'.repeat(32));
    library.remember(details);
    expect(library.find('pr-1', 'de-1')?.fingerprint).toBe(KEY);
  });

  test.each(['person', 'other'] as const)(
    'never replaces the key of the first connection by another key of %s',
    async (source) => {
      const library = await openLibrary();
      library.remember({ ...details, fingerprint: undefined });
      await library.noteFirstKey('pr-1/de-1', { fingerprint: 'bb'.repeat(32), isBound: true });
      await library.noteSeen('pr-1/de-1');
      const before = library.snapshot();
      const outcome = library.remember(details, source);
      expect(outcome).toEqual({ kind: 'other-key', known: 'bb'.repeat(32), offered: KEY });
      await library.noteProof('pr-1/de-1', { fingerprint: KEY, isBound: true });
      await library.noteFirstKey('pr-1/de-1', { fingerprint: KEY, isBound: true });
      expect(library.snapshot()).toBe(before);
    },
  );

  test('treats the key of the first connection as a given key once a link names it', async () => {
    const library = await openLibrary();
    library.remember({ ...details, fingerprint: undefined });
    await library.noteFirstKey('pr-1/de-1', { fingerprint: KEY, isBound: false });
    await library.noteSeen('pr-1/de-1');
    library.remember(details, 'other');
    expect(library.find('pr-1', 'de-1')).toMatchObject({ fingerprint: KEY, offered: undefined });
  });

  test.each<[string, string, boolean, boolean]>([
    ['the same service', 'ws://host', true, true],
    ['the same service, unbound', 'ws://host', false, false],
    ['another service', 'ws://other', true, false],
  ])(
    'treats an offered key that was proved at %s by the rules for offered routes',
    async (_, service, isBound, isKept) => {
      const library = await openLibrary();
      library.remember({ ...details, fingerprint: undefined });
      await library.noteSeen('pr-1/de-1');
      library.remember({ ...details, service }, 'other');
      expect(library.find('pr-1', 'de-1')?.fingerprint).toBeUndefined();
      await library.noteProof('pr-1/de-1', { fingerprint: KEY, isBound });
      const { fingerprint, verifiedAtMs } = library.find('pr-1', 'de-1') ?? {};
      expect(fingerprint).toBe(isKept ? details.fingerprint : undefined);
      expect(verifiedAtMs !== undefined).toBe(isKept);
    },
  );

  test('ignores another key for a device that was verified', async () => {
    const library = await openLibrary();
    library.remember(details);
    await library.noteProof('pr-1/de-1', { fingerprint: KEY, isBound: true });
    const before = library.snapshot();
    const outcome = library.remember({ ...details, sct: 'other', fingerprint: 'bb'.repeat(32) });
    expect(outcome).toEqual({ kind: 'other-key', known: 'aa'.repeat(32), offered: 'bb'.repeat(32) });
    expect(library.snapshot()).toBe(before);
  });

  test('keeps the stored key, name, user and token if a link has none', () => {
    const stored = mergeDetails(undefined, { ...details, name: 'Door' }, 1);
    if (stored.kind !== 'remembered') throw new Error('remembered expected');
    const bare: DeviceDetails = { productId: 'pr-1', deviceId: 'de-1', service: 'ws://other', sct: '' };
    expect(mergeDetails(stored.device, bare, 2)).toEqual({
      kind: 'remembered',
      device: { ...stored.device, service: 'ws://other' },
    });
  });

  describe('details from a link or a file for a device that has been reached', () => {
    const merged = mergeDetails(undefined, { ...details, name: 'Door' }, 1);
    if (merged.kind !== 'remembered') throw new Error('remembered expected');
    const stored = { ...merged.device, seenAtMs: 2 };
    const after = (change: Partial<DeviceDetails>, before = stored) => {
      const outcome = mergeDetails(before, { ...details, ...change }, 3, 'other');
      return outcome.kind === 'remembered' ? outcome.device : outcome;
    };

    test.each<[string, Partial<DeviceDetails>]>([
      ['identical details', {}],
      ['another service without a token', { sct: '', service: 'ws://other' }],
      ['another name', { name: 'Cellar' }],
      ['another user', { username: 'mallory', password: undefined }],
      ['an empty user name', { username: '' }],
    ])('change nothing if they are %s', (_, change) => {
      expect(after(change)).toEqual({ ...stored, offered: undefined });
    });

    test('offer another token, or another service, beside the one that works', () => {
      const offered = { service: 'ws://host', sct: 'other' };
      expect(after({ sct: 'other' })).toEqual({ ...stored, offered });
      expect(after({ service: 'ws://other' })).toEqual({
        ...stored,
        offered: { service: 'ws://other', sct: 'token' },
      });
      expect(readStoredDevice({ ...stored, offered })?.offered).toEqual(offered);
      expect(readStoredDevice({ ...stored, offered: { sct: 1 } })?.offered).toBeUndefined();
    });

    test('withdraw an offered route when they name the working one again', () => {
      const waiting = { ...stored, offered: { service: 'ws://host', sct: 'other' } };
      expect(after({}, waiting)).toEqual({ ...stored, offered: undefined });
      expect(after({ sct: '' }, waiting)).toEqual(waiting);
    });

    test('fill in missing fields', () => {
      const bare = { ...stored, name: undefined, username: '' };
      expect(after({ name: 'Door' }, bare)).toEqual({ ...stored, offered: undefined });
    });

    test('offer a key for a device without a stored key', () => {
      const before = { ...stored, fingerprint: undefined };
      const offered = { service: 'ws://host', sct: 'token', fingerprint: 'aa'.repeat(32) };
      expect(after({}, before)).toEqual({ ...before, offered });
      expect(after({ sct: '', service: 'ws://other' }, before)).toEqual({ ...before, offered });
      expect(readStoredDevice({ ...before, offered })?.offered).toEqual(offered);
    });

    test('apply the fields that the person typed immediately', () => {
      const named = after({ name: 'Cellar', typed: ['name'] });
      expect(named).toEqual({ ...stored, name: 'Cellar', offered: undefined });
      const moved = after({ service: 'ws://other', sct: 'mine', typed: ['service'] });
      expect(moved).toEqual({ ...stored, service: 'ws://other', sct: 'mine', offered: undefined });
      const offered = { service: 'ws://host', sct: 'other' };
      expect(after({ sct: 'other', typed: ['service'] })).toEqual({ ...stored, offered });
    });

    test('add a secret: the tokens of both routes are removed from reports', () => {
      const waiting = after({ sct: 'other' });
      if ('kind' in waiting) throw new Error('remembered expected');
      expect(secretsOf(waiting)).toEqual(['token', 'other']);
      expect(secretsOf(stored)).toEqual(['token']);
    });

    test('apply immediately if the person typed all of them', () => {
      const typed = mergeDetails(
        { ...stored, offered: { service: 'x', sct: 'y' } },
        { ...details, sct: 'mine' },
        3,
      );
      expect(typed).toMatchObject({ device: { sct: 'mine', offered: undefined } });
    });
  });

  test('a device library calls its listeners after each change, and removes a device together with its picture', async () => {
    const library = await openLibrary();
    let changes = 0;
    const off = library.subscribe(() => (changes += 1));
    library.remember(details);
    await library.noteProof('pr-1/de-1', { fingerprint: KEY, isBound: true });
    await library.noteUser('pr-1/de-1', 'guest');
    await library.putPicture('pr-1/de-1', new Blob(['x']));
    expect(library.find('pr-1', 'de-1')).toMatchObject({ verifiedAtMs: 5, username: 'guest' });
    await library.remove('pr-1/de-1');
    off();
    library.remember(details);
    expect(changes).toBe(4);
    expect(await library.picture('pr-1/de-1')).toBeUndefined();
  });

  test('the time a device was last seen is stored, and survives another link for it', async () => {
    const database = new MemoryDatabase();
    const library = await openLibrary(database);
    library.remember(details);
    await library.noteSeen('pr-1/de-1');
    library.remember({ ...details, sct: 'other' });
    expect((await storedDevices(database)).map(readStoredDevice)).toMatchObject([
      { seenAtMs: 5, sct: 'other' },
    ]);
    await library.noteSeen('pr-1/none');
    expect(library.snapshot()).toHaveLength(1);
  });

  test('the kind of path to a device is stored as it changes, and survives another link for it', async () => {
    const database = new MemoryDatabase();
    const library = await openLibrary(database);
    library.remember(details);
    await library.notePath('pr-1/de-1', 'direct');
    let changes = 0;
    library.subscribe(() => (changes += 1));
    await library.notePath('pr-1/de-1', 'direct');
    expect(changes).toBe(0);
    await library.notePath('pr-1/de-1', 'relayed');
    library.remember({ ...details, sct: 'other' });
    const [stored] = await storedDevices(database);
    expect(readStoredDevice(stored)?.path).toBe('relayed');
    expect(readStoredDevice({ ...Object(stored), path: 'by pigeon' })?.path).toBeUndefined();
  });

  test('a picture of a device that is not remembered is not stored', async () => {
    const library = await openLibrary();
    await library.putPicture('pr-1/de-1', new Blob(['x']));
    expect(await library.picture('pr-1/de-1')).toBeUndefined();
  });

  test('damaged rows of the storage are skipped', () => {
    expect(readStoredDevice(null)).toBeUndefined();
    expect(readStoredDevice({ productId: 'a' })).toBeUndefined();
    expect(readStoredDevice({ productId: 'a', deviceId: 'b', service: 'ws://h', addedAtMs: 'x' })).toEqual({
      key: 'a/b',
      productId: 'a',
      deviceId: 'b',
      service: 'ws://h',
      sct: '',
      addedAtMs: 0,
    });
  });
});

const device = (deviceId: string, addedAtMs: number, more = {}) => ({
  key: `p/${deviceId}`,
  productId: 'p',
  deviceId,
  service: 'ws://h',
  sct: '',
  addedAtMs,
  ...more,
});

describe('the device search', () => {
  const all = [
    device('de-1', 1),
    device('de-2', 2, { name: 'Front door' }),
    device('de-3', 3),
    device('de-0', 0, { openedAtMs: 4 }),
  ];

  test('lists the most recently opened first, then the most recently added; background checks move none', () => {
    expect(findDevices(all, '').map(nameOf)).toEqual(['de-0', 'de-3', 'Front door', 'de-1']);
    const seen = all.map((each) => ({
      ...each,
      verifiedAtMs: 100 - each.addedAtMs,
      seenAtMs: 100 - each.addedAtMs,
    }));
    expect(findDevices(seen, '').map(nameOf)).toEqual(['de-0', 'de-3', 'Front door', 'de-1']);
  });

  test('requires every word in the name or an id', () => {
    expect(findDevices(all, 'DOOR front').map(nameOf)).toEqual(['Front door']);
    expect(findDevices(all, 'door back')).toEqual([]);
  });
});
