import { expect, test } from 'vitest';
import { AnnouncedStorage, followOtherTabs, type TabsChannel } from './announced-storage.ts';
import { DeviceLibrary } from './device-library.ts';
import { MemoryDeviceStorage } from './device-storage.ts';
import { FRONT_DOOR_KEY, frontDoor } from './front-door.fixture.ts';

/** Channels between tabs, like those of a browser: a message posted by one reaches all others. */
class FakeTabs {
  readonly #listeners = new Map<TabsChannel, () => void>();

  open(): TabsChannel {
    const channel: TabsChannel = {
      postMessage: () => {
        for (const [other, listener] of this.#listeners) if (other !== channel) listener();
      },
      addEventListener: (_, listener) => void this.#listeners.set(channel, listener),
    };
    return channel;
  }
}

async function openTab(storage: MemoryDeviceStorage, tabs: FakeTabs): Promise<DeviceLibrary> {
  const channel = tabs.open();
  const library = await DeviceLibrary.open(new AnnouncedStorage(storage, channel), () => 5);
  followOtherTabs(library, channel, (error) => expect.fail(String(error)));
  return library;
}

test('a change made in one tab reaches the other tab, which does not undo it', async () => {
  const [storage, tabs] = [new MemoryDeviceStorage(), new FakeTabs()];
  const [one, two] = [await openTab(storage, tabs), await openTab(storage, tabs)];
  one.remember(frontDoor);
  await expect.poll(() => two.find('pr-1', 'de-door')).toMatchObject({ username: 'admin' });
  await one.noteUser('pr-1/de-door', 'bob', 'bob');
  await expect.poll(() => two.find('pr-1', 'de-door')).toMatchObject({ account: 'bob' });
  await two.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  expect(await storage.load()).toMatchObject([{ username: 'bob', account: 'bob', verifiedAtMs: 5 }]);
});

test('a device removed in one tab is also forgotten by the other', async () => {
  const [storage, tabs] = [new MemoryDeviceStorage(), new FakeTabs()];
  const [one, two] = [await openTab(storage, tabs), await openTab(storage, tabs)];
  one.remember(frontDoor);
  await expect.poll(() => two.snapshot().length).toBe(1);
  await one.remove('pr-1/de-door');
  await expect.poll(() => two.snapshot().length).toBe(0);
  await two.noteProof('pr-1/de-door', { fingerprint: FRONT_DOOR_KEY, isBound: true });
  expect(await storage.load()).toEqual([]);
});

test('a device added while another tab’s change is being read is not lost', async () => {
  const storage = new MemoryDeviceStorage();
  const library = await DeviceLibrary.open(storage, () => 5);
  const reading = library.reload();
  library.remember(frontDoor);
  await reading;
  expect(library.find('pr-1', 'de-door')).toMatchObject({ username: 'admin' });
});
