/** @module Every codec in a real browser: pixels that change, sound with a level, and the error when neither is possible. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeCodecClips } from '../harness/codec-clips.ts';
import type { Device } from '../harness/device.ts';
import { expectMovingPicture } from '../harness/expect-moving-picture.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CODEC_DEVICE, LOSSY_LINES, ROOT } from '../harness/paths.ts';
import { RtpSender } from '../harness/rtp-sender.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';

interface CodecFixtures {
  readonly sendsRtp: boolean;
  /** Where another program sends its picture as RTP; 0 where none does. */
  readonly rtpPort: number;
  readonly nodeOptions: readonly string[];
  readonly target: Device;
  readonly viewer: TestClient;
}

interface CodecWorkerFixtures {
  /** The arguments that have the device show a clip of each codec. */
  readonly clips: readonly string[];
}

const codecTest = test.extend<CodecFixtures, CodecWorkerFixtures>({
  clips: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      using directory = mkdtempDisposableSync(join(tmpdir(), 'longwire-clips-'));
      await use(await makeCodecClips(directory.path));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sendsRtp: [false, { option: true }],
  rtpPort: async ({ sendsRtp }, use) => {
    if (!sendsRtp) return await use(0);
    const sender = await RtpSender.create();
    sender.send(320, 240);
    await use(sender.port);
    sender.stop();
  },
  nodeOptions: [[], { option: true }],
  target: async ({ shared, start, nodeOptions, rtpPort, clips }, use) => {
    const args = [...clips, ...(rtpPort === 0 ? [] : ['--rtp-port', `${rtpPort}`])];
    await use(await start.device(shared.service, 'longwire', { main: CODEC_DEVICE, args, nodeOptions }));
  },
  viewer: async ({ openPage, shared, target }, use) => {
    const client = await TestClient.create(await openPage(), optionsFor(target, shared.service.webSocketUrl));
    await client.connect();
    await client.logInAsAdmin(target);
    await use(client);
  },
});

for (const codec of ['h264', 'vp8', 'vp9', 'av1']) {
  codecTest(`${codec}: the picture moves, and the sender reports`, async ({ viewer }) => {
    expect(await viewer.requestTracks(codec)).toBe(201);
    await expectMovingPicture(viewer, codec);
    await expect
      .poll(async () => await viewer.statistic('remote-outbound-rtp', 'reportsSent'))
      .toBeGreaterThan(1);
    expect(await viewer.statistic('inbound-rtp', 'packetsLost')).toBe(0);
  });
}

for (const [codec, track] of [
  ['PCMU', 'h264-sound'],
  ['Opus', 'vp8-sound'],
] as const) {
  codecTest(`${codec}: the tone is heard`, async ({ viewer }) => {
    expect(await viewer.requestTracks(track)).toBe(201);
    await expect.poll(async () => await viewer.trackIds()).toContain(track);
    await expect.poll(async () => await viewer.soundLevel(track)).toBeGreaterThan(0.05);
  });
}

codecTest.describe('RTP that ffmpeg sends to a port', () => {
  codecTest.use({ sendsRtp: true });

  codecTest('the picture moves', async ({ viewer }) => {
    expect(await viewer.requestTracks('rtp')).toBe(201);
    await expectMovingPicture(viewer, 'rtp');
    expect(await viewer.statistic('inbound-rtp', 'packetsLost')).toBe(0);
  });
});

codecTest('sound and picture of one clip, each with its own codec, play together', async ({ viewer }) => {
  expect(await viewer.requestTracks('h264', 'h264-sound', 'vp8')).toBe(201);
  await expectMovingPicture(viewer, 'h264');
  await expectMovingPicture(viewer, 'vp8');
  await expect.poll(async () => await viewer.soundLevel('h264-sound')).toBeGreaterThan(0.05);
});

/** Viewers do not notice this offset between sound and picture (ITU-R BT.1359: 125 ms late, 45 ms early); a picture lasts 67 ms here. */
const MAX_LIP_SYNC_MS = 150;

codecTest('sound and picture of one clip are played in sync', async ({ viewer }) => {
  expect(await viewer.requestTracks('vp8', 'vp8-sound')).toBe(201);
  await expectMovingPicture(viewer, 'vp8');
  await expect.poll(async () => await viewer.soundLevel('vp8-sound')).toBeGreaterThan(0.05);
  const apart = async (): Promise<number> => Math.abs((await viewer.lipSyncMs()) ?? Number.POSITIVE_INFINITY);
  await expect.poll(apart, { timeout: 15_000 }).toBeLessThan(MAX_LIP_SYNC_MS);
});

codecTest(
  'an offer with h265 only has its media line refused, and the connection continues',
  async ({ viewer, target }) => {
    expect(await viewer.requestTracks('h265')).toBe(201);
    const reasons = async (): Promise<unknown> =>
      (await viewer.events()).flatMap((event) => (event.type === 'warning' ? [event.error.reason] : []));
    await expect.poll(reasons).toEqual(['INVALID_CODECS']);
    expect(await viewer.requestTracks('vp8')).toBe(201);
    await expectMovingPicture(viewer, 'vp8');
    expect(target.child.log).not.toContain('peer.description-refused');
  },
);

codecTest(
  "h265, which Debian's Chromium does not play, is reported as INVALID_CODECS with a reason, while the other track runs",
  async ({ viewer }) => {
    expect(await viewer.requestTracks('h265', 'vp8')).toBe(201);
    await expectMovingPicture(viewer, 'vp8');
    const failures = async () =>
      (await viewer.events()).flatMap((event) => (event.type === 'warning' ? [event.error] : []));
    await expect.poll(failures).toMatchObject([
      {
        reason: 'INVALID_CODECS',
        deviceMessage:
          'The camera sends H.265, which this browser cannot play. Its owner can set transcode = true for this camera; another browser may play it as it is.',
      },
    ]);
  },
);

codecTest('a sink that accepts PCMU receives the microphone', async ({ viewer }) => {
  await viewer.talk('telephone');
  await expect
    .poll(async () => (await viewer.requestJson('GET', '/talk')).json)
    .toMatchObject({ streams: 1, packets: expect.any(Number) });
});

codecTest.describe('where one packet in twenty is lost', () => {
  codecTest.use({ nodeOptions: ['--import', pathToFileURL(join(ROOT, LOSSY_LINES)).href] });

  for (const codec of ['h264', 'vp8']) {
    codecTest(`${codec}: lost packets are retransmitted, and the picture continues`, async ({ viewer }) => {
      expect(await viewer.requestTracks(codec)).toBe(201);
      await expectMovingPicture(viewer, codec);
      await expect.poll(async () => await viewer.statistic('inbound-rtp', 'nackCount')).toBeGreaterThan(5);
      const decoded = await viewer.statistic('inbound-rtp', 'framesDecoded');
      await expect
        .poll(async () => await viewer.statistic('inbound-rtp', 'framesDecoded'))
        .toBeGreaterThan(decoded + 45);
      // A packet that arrived in the end does not count as lost.
      const [lost, received] = [
        await viewer.statistic('inbound-rtp', 'packetsLost'),
        await viewer.statistic('inbound-rtp', 'packetsReceived'),
      ];
      expect(lost).toBeLessThan(received / 50);
    });
  }
});
