/**
 * @module A clock in the pictures and a tone in the sound, read in a real browser over switches between two streams of a camera: numbers,
 * times, and the sync of picture and sound stay right.
 */
import { openDoorViewer } from '../harness/door-viewer.ts';
import { EncodingCamera } from '../harness/encoding-camera.ts';
import { expect, test } from '../harness/fixtures.ts';
import { CAMERA_DEVICE } from '../harness/paths.ts';

// Reason: the test starts a device and four ffmpeg processes, and watches for half a minute.
test.setTimeout(180_000);

const SLOWLY = { timeout: 40_000 };
/** The bits of the clock, each a tile of the upper half; the least significant is the first. */
const BITS = 10;
/** The unit of the clock, in milliseconds. */
const UNIT_MS = 100;
/** The cameras' clock begins again after this time, in seconds, because it is written with few digits. */
const WRAP_S = 100_000;
/** The tone sounds for the first part of each period, in milliseconds. The clock begins again at the start of one. */
const PERIOD_MS = 2500;
const TONE_MS = 500;
/** How long each level is watched, in milliseconds. */
const WATCH_MS = 2 * PERIOD_MS;
/** Farthest that the clock may move against the RTP timestamps over a switch, in milliseconds: two of its units, and what the encoders differ by on a busy machine. */
const MAX_CLOCK_ERROR_MS = 250;
/** Farthest that sound may be from the picture, in milliseconds. Reason: a busy machine shows pictures late, sound is not delayed for that. */
const MAX_SYNC_ERROR_MS = 300;
const WIDTHS = { high: 640, low: 320 } as const;

/** One stream of the camera: the wall clock as bits, and a tone that sounds by the same clock. */
function clockCamera(width: number): EncodingCamera {
  const height = (width * 9) / 16;
  const tile = width / BITS;
  const wall = `setpts='(RTCSTART/1000000-floor(RTCSTART/${WRAP_S}000000)*${WRAP_S})/TB+PTS'`;
  const bits = Array.from({ length: BITS }, (_, bit) => {
    const isSet = `mod(floor(floor(t*${1000 / UNIT_MS})/${2 ** bit}),2)`;
    return `drawbox=x=${bit * tile}:y=0:w=${tile}:h=${height / 2}:c=white:t=fill:enable='${isSet}'`;
  });
  const picture = `color=black:size=${width}x${height}:rate=15,${wall},${bits.join(',')}`;
  const isLoud = `lt(mod(t*1000,${PERIOD_MS}),${TONE_MS})`;
  const sound = `sine=frequency=800:sample_rate=48000:samples_per_frame=960,a${wall},volume='${isLoud}':eval=frame`;
  const encoder = '-c:v libx264 -preset ultrafast -tune zerolatency -c:a libopus -fps_mode passthrough';
  return new EncodingCamera(encoder, [picture, sound]);
}

const clockTest = test.extend<{ readonly streams: readonly string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  streams: async ({}, use) => {
    const cameras = [WIDTHS.high, WIDTHS.low].map(clockCamera);
    const addresses: string[] = [];
    for (const camera of cameras) addresses.push(await camera.switchOn());
    await use(addresses);
    for (const camera of cameras) camera.switchOff();
  },
});

/** What was seen of one picture: when it was shown and what its clock said, both in milliseconds of the wall clock, and its RTP time. */
interface SeenPicture {
  readonly shownMs: number;
  readonly clockMs: number;
  readonly rtpMs: number;
  readonly width: number;
}

interface Seen {
  readonly pictures: readonly SeenPicture[];
  /** When tones began, on the wall clock. */
  readonly tonesMs: readonly number[];
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The remainder nearest to zero. */
function around(value: number, modulus: number): number {
  return value - Math.round(value / modulus) * modulus;
}

clockTest(
  'the clock in the pictures and the tone in the sound go on right over switches of the level',
  async ({ streams, openPage, shared, start }) => {
    const args = ['--camera', `door=${streams.join(' ')}`];
    const device = await start.device(shared.service, 'longwire', { main: CAMERA_DEVICE, args });
    const page = await openPage();
    const door = await openDoorViewer(page, device, shared.signalingUrl('longwire'));
    const viewer = await door.evaluateHandle(
      async ({ video, picture, sound, peers }, clock) => {
        const seen: { pictures: SeenPicture[]; tonesMs: number[] } = { pictures: [], tonesMs: [] };
        const canvas = new OffscreenCanvas(clock.bits, 2);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        const read = (
          _: number,
          { expectedDisplayTime, rtpTimestamp = 0, width }: VideoFrameCallbackMetadata,
        ): void => {
          video.requestVideoFrameCallback(read);
          context?.drawImage(video, 0, 0, clock.bits, 2);
          const pixels = context?.getImageData(0, 0, clock.bits, 1).data ?? [];
          let units = 0;
          for (let bit = 0; bit < clock.bits; bit += 1) if ((pixels[4 * bit] ?? 0) > 128) units += 2 ** bit;
          const shownMs = performance.timeOrigin + expectedDisplayTime;
          // The clock has a few digits only; the rest is that of the wall clock.
          const round = clock.unitMs * 2 ** clock.bits;
          const delayMs = ((((shownMs % clock.wrapMs) - units * clock.unitMs) % round) + round) % round;
          seen.pictures.push({
            shownMs,
            clockMs: shownMs - delayMs,
            rtpMs: rtpTimestamp / 90,
            width,
          });
        };
        video.requestVideoFrameCallback(read);
        const ears = new AudioContext();
        await ears.resume();
        const analyser = new AnalyserNode(ears, { fftSize: 512 });
        let loudMs = Number.NEGATIVE_INFINITY;
        const listen = (): void => {
          const samples = new Float32Array(analyser.fftSize);
          analyser.getFloatTimeDomainData(samples);
          if (Math.max(...samples) < 0.03) return;
          const nowMs = performance.timeOrigin + performance.now();
          if (nowMs - loudMs > clock.silenceMs) seen.tonesMs.push(nowMs);
          loudMs = nowMs;
        };
        let source: MediaStreamAudioSourceNode | undefined;
        setInterval(() => {
          // A stream without a track has no source.
          if (source === undefined && sound.stream.getAudioTracks().length > 0) {
            source = ears.createMediaStreamSource(sound.stream);
            source.connect(analyser);
          } else if (source !== undefined) listen();
        }, 10);
        const lost = async (): Promise<number> => {
          let count = 0;
          (await peers.at(-1)?.getStats())?.forEach((stats) => {
            if (stats.type === 'inbound-rtp') count += (stats.packetsLost ?? 0) + (stats.nackCount ?? 0);
          });
          return count;
        };
        const choose = (choice: 'high' | 'low'): void => {
          picture.quality = choice;
        };
        return { video, seen, lost, choose };
      },
      { bits: BITS, unitMs: UNIT_MS, wrapMs: WRAP_S * 1000, silenceMs: TONE_MS },
    );
    const seenSince = async (fromMs: number): Promise<Seen> => {
      const { pictures, tonesMs } = await viewer.evaluate(({ seen }) => seen);
      return {
        pictures: pictures.filter(({ shownMs }) => shownMs > fromMs),
        tonesMs: tonesMs.filter((atMs) => atMs >= fromMs),
      };
    };
    const clocks: number[] = [];
    for (const choice of ['high', 'low', 'high', 'low'] as const) {
      await viewer.evaluate(({ choose }, level) => choose(level), choice);
      const newest = async (): Promise<SeenPicture | undefined> => (await seenSince(0)).pictures.at(-1);
      await expect.poll(async () => (await newest())?.width, SLOWLY).toBe(WIDTHS[choice]);
      const fromMs = (await newest())?.shownMs ?? Number.NaN;
      await expect.poll(async () => (await seenSince(fromMs)).tonesMs.length, SLOWLY).toBeGreaterThan(1);
      await expect.poll(async () => (await newest())?.shownMs, SLOWLY).toBeGreaterThan(fromMs + WATCH_MS);
      const { pictures, tonesMs } = await seenSince(fromMs);
      expect(new Set(pictures.map(({ width: each }) => each))).toEqual(new Set([WIDTHS[choice]]));
      // A busy machine shows pictures late, and hears tones late: the earliest picture and the best tone count. Sound out of step has no good tone.
      const pictureDelayMs = Math.min(...pictures.map(({ shownMs, clockMs }) => shownMs - clockMs));
      const syncErrorsMs = tonesMs.map((atMs) => Math.abs(around(atMs - pictureDelayMs, PERIOD_MS)));
      expect(Math.min(...syncErrorsMs)).toBeLessThan(MAX_SYNC_ERROR_MS);
      clocks.push(median(pictures.map(({ clockMs, rtpMs }) => clockMs - rtpMs)));
    }
    const [first = Number.NaN] = clocks;
    for (const clock of clocks) expect(Math.abs(clock - first)).toBeLessThan(MAX_CLOCK_ERROR_MS);
    expect(await viewer.evaluate(async ({ lost }) => await lost())).toBe(0);
  },
);
