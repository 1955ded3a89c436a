import { expect, test } from 'vitest';
import { MemoryDatabase } from '../storage/database.ts';
import type { DeviceLibrary } from './device-library.ts';
import { FRONT_DOOR_KEY, frontDoor } from './front-door.fixture.ts';
import { openLibrary, storedDevices } from './open-library.fixture.ts';

/** The tabs of a browser: a change that one announces reaches all others. */
class FakeTabs {
  readonly #libraries = new Map<object, DeviceLibrary>();

  async open(database: MemoryDatabase): Promise<DeviceLibrary> {
    const tab = {
      postMessage: () => {
        for (const [other, library] of this.#libraries)
          if (other !== tab) library.reload().catch((error: unknown) => expect.fail(String(error)));
      },
    };
    const library = await openLibrary(database, { tabs: tab });
    this.#libraries.set(tab, library);
    return library;
  }
}

test('a change made in one tab reaches the other tab, which does not undo it', async () => {
  const [database, tabs] = [new MemoryDatabase(), new FakeTabs()];
  const [one, two] = [await tabs.open(database), await tabs.open(database)];
  one.remember(frontDoor);
  await expect.poll(() => two.find('pr-1', 'de-door')).toMatchObject({ username: 'admin' });
  await one.noteUser('pr-1/de-door', 'bob', 'bob');
  await expect.poll(() => two.find('pr-1', 'de-door')).toMatchObject({ account: 'bob' });
  await two.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  expect(await storedDevices(database)).toMatchObject([{ username: 'bob', account: 'bob', verifiedAtMs: 5 }]);
});

test('a device removed in one tab is also forgotten by the other', async () => {
  const [database, tabs] = [new MemoryDatabase(), new FakeTabs()];
  const [one, two] = [await tabs.open(database), await tabs.open(database)];
  one.remember(frontDoor);
  await expect.poll(() => two.snapshot().length).toBe(1);
  await one.remove('pr-1/de-door');
  await expect.poll(() => two.snapshot().length).toBe(0);
  await two.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  expect(await storedDevices(database)).toEqual([]);
});

test('a device added while another tab’s change is being read is not lost', async () => {
  const library = await openLibrary();
  const reading = library.reload();
  library.remember(frontDoor);
  await reading;
  expect(library.find('pr-1', 'de-door')).toMatchObject({ username: 'admin' });
});
