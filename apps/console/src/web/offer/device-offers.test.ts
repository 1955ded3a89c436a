/** @module The offers of a device's page: one at a time, accepted only by the person, and limited in size. */
import { ManualClock } from '@longwire/testing';
import { expect, test } from 'vitest';
import { DeviceOffers, MAX_FILE_BYTES, type OfferedFile } from './device-offers.ts';
import { fileOfBlob } from './offered-file.ts';

interface Rig {
  readonly offers: DeviceOffers;
  readonly clock: ManualClock;
  readonly saved: { readonly name: string; readonly content: Blob }[];
  readonly accept: () => Promise<void>;
}

function rig(): Rig {
  const clock = new ManualClock();
  const offers = new DeviceOffers(clock);
  const saved: { name: string; content: Blob }[] = [];
  const accept = async (): Promise<void> =>
    await offers.accept((content, name) => saved.push({ name, content }));
  return { offers, clock, saved, accept };
}

interface TestFile extends OfferedFile {
  readonly ends: string[];
}

function file(suggestedName: string, pieces: readonly number[] = [3], sizeBytes?: number): TestFile {
  const ends: string[] = [];
  return {
    suggestedName,
    sizeBytes,
    read: async function* () {
      ends.push('read');
      for (const length of pieces) yield new Uint8Array(length);
    },
    cancel: () => void ends.push('cancelled'),
    ends,
  };
}

test('a file is read and saved only after the person accepts it', async () => {
  const { offers, clock, saved, accept } = rig();
  const one = file('../one.txt');
  offers.offerFile(one);
  expect(offers.snapshot()).toMatchObject({ kind: 'file', name: 'one.txt', isReady: false });
  clock.advance(60_000);
  expect(one.ends).toEqual([]);
  await accept();
  expect(saved.map(({ name, content }) => [name, content.size, content.type])).toEqual([
    ['one.txt', 3, 'application/octet-stream'],
  ]);
  expect(offers.snapshot()).toEqual({ kind: 'none' });
});

test('an offer cannot be accepted in the moment in which it appears, when a person may already be clicking', async () => {
  const { offers, clock, saved, accept } = rig();
  offers.offerFile(file('one.txt'));
  clock.advance(999);
  await accept();
  expect([saved, offers.snapshot().kind]).toEqual([[], 'file']);
  // An offer that replaces another has its own delay.
  offers.offerFile(file('two.txt'));
  clock.advance(999);
  await accept();
  expect([saved, offers.snapshot().kind]).toEqual([[], 'file']);
  clock.advance(1);
  await accept();
  expect(saved.map(({ name }) => name)).toEqual(['two.txt']);
});

test('a new offer replaces the earlier one, which is cancelled', () => {
  const { offers } = rig();
  const files = Array.from({ length: 1_000 }, (_, index) => file(`${index}.txt`));
  for (const each of files) offers.offerFile(each);
  expect(files.map(({ ends }) => ends.join()).join('')).toBe('cancelled'.repeat(999));
  offers.offerLink('https://elsewhere.example/');
  expect(offers.snapshot()).toMatchObject({ kind: 'link', url: 'https://elsewhere.example/' });
  expect(files.at(-1)?.ends).toEqual(['cancelled']);
});

test('no other offer is shown while a file is saved, and the person can stop saving', async () => {
  const { offers, clock, saved, accept } = rig();
  const more = Promise.withResolvers<void>();
  const long: OfferedFile = {
    ...file('long.txt'),
    read: async function* () {
      yield new Uint8Array(5 * 1024 * 1024);
      await more.promise;
    },
  };
  offers.offerFile(long);
  clock.advance(1_000);
  const saving = accept();
  await expect.poll(offers.snapshot).toMatchObject({ kind: 'saving', receivedBytes: 5 * 1024 * 1024 });
  const other = file('other.txt');
  offers.offerFile(other);
  offers.offerLink('https://elsewhere.example/');
  expect([other.ends, offers.snapshot().kind]).toEqual([['cancelled'], 'saving']);
  offers.dismiss();
  more.resolve();
  await saving;
  expect([saved, offers.snapshot()]).toEqual([[], { kind: 'none' }]);
});

test('a file that is too large is not saved, whether or not the device announces its size', async () => {
  const { offers, clock, saved, accept } = rig();
  const declared = file('declared.bin', [], MAX_FILE_BYTES + 1);
  offers.offerFile(declared);
  expect(offers.snapshot()).toMatchObject({ kind: 'failed', reason: 'tooLarge' });
  // The same bytes again and again: the received bytes are counted.
  const piece = { length: MAX_FILE_BYTES / 2 };
  const read = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    // @ts-expect-error of a piece nothing but its length is looked at before the file is too large
    for (let count = 0; count < 3; count += 1) yield piece;
  };
  const endless = { ...file('endless.bin'), read };
  offers.offerFile(endless);
  clock.advance(1_000);
  await accept();
  expect(offers.snapshot()).toMatchObject({ kind: 'failed', name: 'endless.bin', reason: 'tooLarge' });
  expect([declared.ends, endless.ends, saved]).toEqual([['cancelled'], ['cancelled'], []]);
});

async function* breakOff(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield new Uint8Array(1);
  throw new Error('gone');
}

test('a file whose transfer breaks off is not saved, and is cancelled, which returns its connection', async () => {
  const { offers, clock, saved, accept } = rig();
  const half = { ...file('half.txt'), read: breakOff };
  offers.offerFile(half);
  clock.advance(1_000);
  await accept();
  expect([saved, half.ends, offers.snapshot()]).toEqual([
    [],
    ['cancelled'],
    { kind: 'failed', id: 1, name: 'half.txt', reason: 'brokenOff' },
  ]);
});

test('a file made by a page is saved unchanged, and never with a type that browsers show', async () => {
  const { offers, clock, saved, accept } = rig();
  offers.offerFile(fileOfBlob(new Blob(['<script>'], { type: 'text/html' }), 'made.html'));
  clock.advance(1_000);
  await accept();
  expect(saved.map(({ content }) => content.type)).toEqual(['application/octet-stream']);
  expect(await saved[0]?.content.text()).toBe('<script>');
});

test('a closed page offers nothing more', () => {
  const { offers } = rig();
  const [before, after] = [file('before.txt'), file('after.txt')];
  offers.offerFile(before);
  offers.close();
  offers.offerFile(after);
  offers.offerLink('https://elsewhere.example/');
  expect([before.ends, after.ends, offers.snapshot()]).toEqual([
    ['cancelled'],
    ['cancelled'],
    { kind: 'none' },
  ]);
});
