/** @module A camera with two streams over a line that is too narrow for the large one: pictures and sound go on, requests are answered, and the large picture comes back. */
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CableQualities } from '@longwire/demo';
import { DelayLoopback } from '../harness/delay-loopback.ts';
import type { Device } from '../harness/device.ts';
import {
  countDoor,
  doorAccess,
  openDoorViewer,
  watchDoor,
  type DoorCounts,
  type DoorViewer,
} from '../harness/door-viewer.ts';
import { launchFirefox } from '../harness/firefox.ts';
import { expect, test } from '../harness/fixtures.ts';
import { credentialsOf, diagnose, findingOf } from '../harness/diagnosis.ts';
import { CAMERA_DEVICE } from '../harness/paths.ts';
import { optionsFor } from '../harness/test-client.ts';

/** Address of a STUN server that is never contacted. */
const STUN_PORT = 9;
const LARGE = { width: 640, rate: '4M' };
/** Its rate is known from its size, before it has run. */
const HIGH_DEFINITION = { width: 1280, rate: '4M' };
const SMALL = { width: 320, rate: '300k' };
/** What has to come over the narrow line once the small picture is there; how fast it comes is measured by `npm run bench -- narrow`. */
const PICTURES = 60;
const SOUND_SECONDS = 4;
const SAMPLE_RATE = 48_000;
/** Longest time for a change of the picture's size, in milliseconds; usually a tenth of it, but a busy machine looks like a busy line. */
const CHANGE_MS = 60_000;

function line(megabits: number): CableQualities {
  const device = { roundTripMs: 40, bitsPerSecond: megabits * 1e6, queueMs: 300 };
  return { browser: { roundTripMs: 0 }, device };
}

/** Encoders at a constant rate; Debian's Firefox does not play H.264. */
const ENCODERS = {
  h264: '-c:v libx264 -preset ultrafast -profile:v baseline -bf 0 -x264-params nal-hrd=cbr',
  vp8: '-c:v libvpx -deadline realtime -cpu-used 8',
} as const;

/** One stream of the camera, with a tone. */
function makeStream(folder: string, codec: keyof typeof ENCODERS, { width, rate }: typeof LARGE): string {
  const file = join(folder, `${width}.mkv`);
  const picture = `testsrc2=size=${width}x${(width * 9) / 16}:rate=15,noise=alls=20:allf=t`;
  const encoder = `${ENCODERS[codec]} -pix_fmt yuv420p -g 15 -b:v ${rate}`;
  const constant = `-minrate ${rate} -maxrate ${rate} -bufsize ${rate}`;
  const input = `-v error -f lavfi -i ${picture} -f lavfi -i sine=frequency=440:sample_rate=48000 -t 10`;
  execFileSync('ffmpeg', [...`${input} ${encoder} ${constant} -c:a libopus`.split(' '), file]);
  return file;
}

const narrowTest = test.extend<{
  readonly codec: keyof typeof ENCODERS;
  readonly large: typeof LARGE;
  readonly streams: readonly string[];
  readonly cables: DelayLoopback;
  /** The device with the camera, and the address for its viewers; both reach the service by the cables. */
  readonly door: { readonly device: Device; readonly signalingUrl: string };
}>({
  codec: ['h264', { option: true }],
  large: [LARGE, { option: true }],
  streams: async ({ codec, large }, use) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'longwire-narrow-'));
    await use([large, SMALL].map((stream) => makeStream(folder.path, codec, stream)));
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  cables: async ({}, use) => {
    const cables = new DelayLoopback(line(8));
    await use(cables);
    await cables.stop();
  },
  door: async ({ cables, streams, shared, start }, use) => {
    const urls = await cables.service(shared.service.webSocketUrl, STUN_PORT);
    const args = ['--service', urls.device, '--camera', `door=${streams.join(' ')}`];
    const device = await start.device(shared.service, 'longwire', { main: CAMERA_DEVICE, args });
    await use({ device, signalingUrl: urls.browser });
  },
});

// Reason: the tests change the line several times; ffmpeg and a device start for each.
narrowTest.setTimeout(4 * CHANGE_MS);

/** A viewer in a page of either browser. */
interface Watching {
  readonly width: () => Promise<number>;
  readonly counts: () => Promise<DoorCounts>;
  /** Sends a request; returns the status of the answer. */
  readonly ask: () => Promise<number>;
}

/** The line becomes narrow: the small picture comes with its sound, and requests are answered. With a wide line the large one is back. */
async function expectToAdapt(
  cables: DelayLoopback,
  megabits: number,
  { width, counts, ask }: Watching,
): Promise<void> {
  await expect.poll(width, { timeout: CHANGE_MS }).toBe(LARGE.width);
  cables.setCables(line(megabits));
  await expect.poll(width, { timeout: CHANGE_MS }).toBe(SMALL.width);
  const before = await counts();
  const hasComeOn = async (): Promise<boolean> => {
    expect(await ask()).toBe(205);
    const { pictures, heard } = await counts();
    return pictures >= before.pictures + PICTURES && heard >= before.heard + SOUND_SECONDS * SAMPLE_RATE;
  };
  await expect.poll(hasComeOn, { timeout: CHANGE_MS }).toBe(true);
  expect((await counts()).loud).toBeGreaterThan(before.loud);
  cables.setCables(line(8));
  await expect.poll(width, { timeout: CHANGE_MS }).toBe(LARGE.width);
}

const askInPage = async ({ session }: DoorViewer): Promise<number> =>
  (await session.request('GET', '/health/door')).statusCode;

for (const megabits of [2, 1]) {
  narrowTest(
    `a line of ${megabits} Mbit/s gets the small picture with its sound, and the large one comes back`,
    async ({ cables, door, openPage }) => {
      const viewer = await openDoorViewer(await openPage(), door.device, door.signalingUrl);
      await expectToAdapt(cables, megabits, {
        width: async () => await viewer.evaluate(({ video }) => video.videoWidth),
        counts: async () => await viewer.evaluate(countDoor),
        ask: async () => await viewer.evaluate(askInPage),
      });
    },
  );
}

const openCodecTest = narrowTest.extend({ codec: 'vp8' });

openCodecTest(
  'in Firefox a line of 1 Mbit/s gets the small picture with its sound, and the large one comes back',
  async ({ cables, door, shared }) => {
    await using cleanUp = new AsyncDisposableStack();
    const firefox = await launchFirefox();
    cleanUp.defer(async () => await firefox.close());
    const page = await firefox.newPage();
    await page.goto(`${shared.pagesUrl}/test.html`);
    await page.waitForFunction(() => 'longwire' in window);
    const viewer = await page.evaluateHandle(watchDoor, doorAccess(door.device, door.signalingUrl));
    await expectToAdapt(cables, 1, {
      width: async () => await viewer.evaluate(({ video }) => video.videoWidth),
      counts: async () => await viewer.evaluate(countDoor),
      ask: async () => await viewer.evaluate(askInPage),
    });
  },
);

const highDefinitionTest = narrowTest.extend({ large: HIGH_DEFINITION });

highDefinitionTest(
  'a diagnosis over a line of 1.2 Mbit/s names the line with its figure',
  async ({ cables, door: { device, signalingUrl }, openPage }) => {
    cables.setCables(line(1.2));
    const findings = await diagnose(await openPage(), {
      ...optionsFor(device, signalingUrl),
      credentials: credentialsOf(device),
      tracks: ['door-video', 'door-audio'],
    });
    const finding = findingOf(findings, 'line');
    expect(finding).toMatchObject({ kind: 'warning', code: 'narrow-line' });
    expect(finding.text).toMatch(
      /^your line carries about [\d.]+ Mbit\/s; the camera's large picture needs \d/u,
    );
    const { bitsPerSecond, bitsPerSecondWanted } = finding.facts ?? {};
    expect(bitsPerSecond).toBeGreaterThan(300_000);
    expect(bitsPerSecond).toBeLessThan(2_000_000);
    expect(bitsPerSecondWanted).toBeGreaterThan(1_500_000);
  },
);
