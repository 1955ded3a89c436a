/** @module Video and audio: frames that are shown and change, the browser's microphone heard, tracks added later or denied. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '../harness/fixtures.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { forEachKind } from '../harness/for-each-kind.ts';
import type { ProbeEvent } from '../pages/probe.ts';
import type { TestClient } from '../harness/test-client.ts';

const VIDEO = 'frontdoor-video';
const AUDIO = 'frontdoor-audio';

/** The errors of tracks: on the track event when the device answered with a track, as a warning otherwise. */
function trackErrors(events: readonly ProbeEvent[]): (string | undefined)[] {
  return events.flatMap((event) => {
    if (event.type === 'track' && event.error !== undefined) return [event.error];
    return event.type === 'warning' && event.error.code === 'ERR_TRACK' ? [event.error.reason] : [];
  });
}

async function talkPackets(client: TestClient): Promise<number> {
  const { json } = await client.requestJson('GET', '/talk');
  return typeof json === 'object' && json !== null && 'packets' in json ? Number(json.packets) : 0;
}

forEachKind(() => {
  test('the video of the device is shown and moves', async ({ connectClient, device }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    expect(await client.requestTracks(VIDEO)).toBe(201);
    await expectMovingPicture(client);
  });

  test('a second viewer sees the same camera, and the first continues', async ({ connectClient, device }) => {
    const clients = [await connectClient(), await connectClient()];
    for (const client of clients) {
      await client.logInAsAdmin(device);
      expect(await client.requestTracks(VIDEO)).toBe(201);
      await expectMovingPicture(client);
    }
    for (const client of clients) await expectMovingPicture(client);
  });

  test("the browser's microphone is heard at the device", async ({ connectClient, device }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    const before = await talkPackets(client);
    await client.talk(AUDIO);
    await expect.poll(async () => await talkPackets(client)).toBeGreaterThan(before + 10);
    expect((await client.events()).filter(({ type }) => type === 'warning')).toEqual([]);
  });

  test('the microphone is heard beside the sound that the device offers', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    expect(await client.requestTracks(AUDIO, VIDEO)).toBe(201);
    await expect.poll(async () => await client.trackIds()).toContain(AUDIO);
    const before = await talkPackets(client);
    await client.talk(AUDIO);
    await expect.poll(async () => await talkPackets(client)).toBeGreaterThan(before + 10);
    await expectMovingPicture(client);
    expect((await client.events()).filter(({ type }) => type === 'warning')).toEqual([]);
  });

  test('tracks are added later, one after the other, on a connection with a running microphone', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    await client.talk(AUDIO);
    await expect.poll(async () => await talkPackets(client)).toBeGreaterThan(0);
    expect(await client.requestTracks(VIDEO)).toBe(201);
    await expectMovingPicture(client);
    expect((await client.request('GET', '/iam/me')).statusCode).toBe(205);
  });

  test('an unknown track is denied: 404 when requested, UNKNOWN_TRACK_ID when offered', async ({
    connectClient,
    device,
  }) => {
    const client = await connectClient();
    await client.logInAsAdmin(device);
    expect(await client.requestTracks('no-such-track')).toBe(404);
    await client.talk('no-such-track');
    await expect.poll(async () => trackErrors(await client.events())).toEqual(['UNKNOWN_TRACK_ID']);
    expect(await client.requestTracks(VIDEO, 'no-such-track')).toBe(201);
    await expectMovingPicture(client);
  });

  test('requesting tracks fails with 401 without a login and without the right', async ({
    connectClient,
    device,
  }) => {
    const stranger = await connectClient();
    expect(await stranger.requestTracks(VIDEO)).toBe(401);
    const admin = await connectClient();
    await admin.logInAsAdmin(device);
    const user = await admin.createUser(`blind-${randomBytes(4).toString('hex')}`, 'Unpaired');
    await stranger.authenticate(user.username, user.password);
    expect(await stranger.requestTracks(VIDEO)).toBe(401);
    expect((await stranger.events()).filter(({ type }) => type === 'track')).toEqual([]);
  });
});

test('our device sends its sound as well', async ({ connectClient, device }) => {
  const client = await connectClient();
  await client.logInAsAdmin(device);
  expect(await client.requestTracks(AUDIO)).toBe(201);
  await expect.poll(async () => await client.trackIds()).toContain(AUDIO);
  await expect.poll(async () => await client.statistic('inbound-rtp', 'packetsReceived')).toBeGreaterThan(10);
});
