/** @module Tracks both ways in an existing page: the device's picture and sound, the page's microphone, and refusals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCodecClips } from '../harness/codec-clips.ts';
import type { Device } from '../harness/device.ts';
import { expect } from '../harness/fixtures.ts';
import { forEachBrowser, pageTest, type ExistingPage } from '../harness/existing-page.ts';
import { PAGE_DEVICE } from '../harness/paths.ts';
import { optionsFor } from '../harness/test-client.ts';

const [VIDEO, AUDIO] = ['frontdoor-video', 'frontdoor-audio'];

const test = pageTest.extend<{ readonly camera: Device }>({
  /** Shows VP8, which every browser plays. */
  camera: async ({ shared, start }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'longwire-clips-'));
    const [flag = '', clip = ''] = await makeCodecClips(directory, ['vp8']);
    const args = [flag, clip.replace('vp8=', '')];
    await use(await start.device(shared.service, 'longwire', { main: PAGE_DEVICE, args }));
    rmSync(directory, { recursive: true, force: true });
  },
});

interface Picture {
  readonly width: number;
  readonly points: readonly number[];
}

async function nextPicture(page: ExistingPage): Promise<Picture> {
  const { width, points }: Picture = Object(await page.call('nextPicture'));
  return { width, points };
}

async function expectMovingPicture(page: ExistingPage): Promise<void> {
  const first = await nextPicture(page);
  expect(first.width).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const { points } = await nextPicture(page);
      return points.filter((value, index) => Math.abs(value - (first.points[index] ?? value)) > 12).length;
    })
    .toBeGreaterThan(2);
}

async function talkPackets(page: ExistingPage): Promise<number> {
  const { text } = Object(await page.call('invokeText', 'GET', '/talk'));
  return Number(JSON.parse(String(text)).packets);
}

async function connectAsAdmin(page: ExistingPage, device: Device, url: string): Promise<void> {
  await page.call('setOptions', optionsFor(device, url));
  expect(await page.call('connect')).toBe('no error');
  expect(await page.call('logIn', device.username, device.password)).toBe('no error');
}

forEachBrowser((browser) => {
  test('onTrack: the picture and the sound of the device arrive with their names', async ({
    camera,
    existing,
    shared,
  }) => {
    await connectAsAdmin(existing, camera, shared.service.webSocketUrl);
    expect(await existing.call('requestTracks', [VIDEO, AUDIO])).toBe(201);
    await expect
      .poll(async () => await existing.evaluate('calls.tracks'))
      .toEqual(
        expect.arrayContaining([
          { trackId: VIDEO, kind: 'video' },
          { trackId: AUDIO, kind: 'audio' },
        ]),
      );
    await expectMovingPicture(existing);
    await expect.poll(async () => await existing.call('soundPackets')).toBeGreaterThan(10);
  });

  test('addTrack: the microphone is heard at the device, while its picture continues', async ({
    camera,
    existing,
    shared,
  }) => {
    await connectAsAdmin(existing, camera, shared.service.webSocketUrl);
    expect(await existing.call('requestTracks', [VIDEO])).toBe(201);
    const before = await talkPackets(existing);
    expect(await existing.call('addOwnTrack', 'audio', AUDIO)).toBe('no error');
    await expect.poll(async () => await talkPackets(existing)).toBeGreaterThan(before + 10);
    await expectMovingPicture(existing);
    expect(await existing.evaluate('calls.tracks.filter(({ error }) => error)')).toEqual([]);
  });

  test('a track of the page that the device refuses arrives as an error, and as a line of the console', async ({
    camera,
    existing,
    shared,
  }) => {
    await connectAsAdmin(existing, camera, shared.service.webSocketUrl);
    expect(await existing.call('addOwnTrack', 'video', 'no-such-track')).toBe('no error');
    await expect
      .poll(async () => await existing.evaluate('calls.tracks'))
      .toEqual([{ trackId: 'no-such-track', error: 'UNKNOWN_TRACK_ID' }]);
    await expect
      .poll(() => existing.consoleLines)
      .toContainEqual(expect.stringMatching(/no-such-track.*UNKNOWN_TRACK_ID/u));
    expect((await existing.call('invoke', 'GET', '/talk')) !== undefined).toBe(true);
  });

  test('media works on the same object after a reconnect', async ({ camera, existing, shared }) => {
    await connectAsAdmin(existing, camera, shared.service.webSocketUrl);
    await existing.call('closeAndConnect');
    expect(await existing.call('logIn', camera.username, camera.password)).toBe('no error');
    expect(await existing.call('requestTracks', [VIDEO])).toBe(201);
    await expect.poll(async () => await existing.evaluate('calls.tracks.length')).toBe(1);
    await expectMovingPicture(existing);
  });

  // Deployed devices send H.264, for which this Firefox has no decoder.
  if (browser === 'Chromium') {
    test.describe('deployed device:', () => {
      test.use({ kind: 'deployed' });

      test('the picture of a deployed device arrives, and the microphone is heard', async ({
        connected,
        device,
      }) => {
        await connected.call('logIn', device.username, device.password);
        expect(await connected.call('requestTracks', [VIDEO])).toBe(201);
        await expect.poll(async () => await connected.evaluate('calls.tracks.length')).toBe(1);
        await expectMovingPicture(connected);
        const before = await talkPackets(connected);
        expect(await connected.call('addOwnTrack', 'audio', AUDIO)).toBe('no error');
        await expect.poll(async () => await talkPackets(connected)).toBeGreaterThan(before + 10);
      });
    });
  }
});
