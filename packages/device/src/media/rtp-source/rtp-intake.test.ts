/** @module RTP datagrams, in any order and however damaged, become complete frames or nothing. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PCMU_CODEC } from '../audio-codecs.ts';
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import { wholePayload } from '../rtp/payload.ts';
import { writeRtpPacket } from '../rtp/rtp-packet.ts';
import { writeSenderReport } from '../rtp/sender-report.ts';
import { plus } from '../rtp/sequence-number.ts';
import { MAX_HELD_PACKETS } from './reorder-window.ts';
import { RtpIntake } from './rtp-intake.ts';
import { RtpSync } from './rtp-sync.ts';

const H264: MediaCodec = { kind: 'video', name: 'H264', clockRate: 90_000, parameters: '' };
const SSRC = 7;

/** Frames of three packets, 40 ms apart, every tenth a keyframe; each payload ends with its packet's index. */
function stream(count: number, { ssrc = SSRC, first = 0, firstTime = 0 } = {}): Uint8Array[] {
  return Array.from({ length: count * 3 }, (_, index) => {
    const frame = Math.floor(index / 3);
    const body = Uint8Array.of(frame % 10 === 0 && index % 3 === 0 ? 0x67 : 0x41, index >> 8, index & 0xff);
    return writeRtpPacket(
      {
        marker: index % 3 === 2,
        payloadType: 96,
        sequenceNumber: plus(first, index),
        timestamp: (firstTime + frame * 3_600) % 2 ** 32,
        ssrc,
      },
      wholePayload(body),
    );
  });
}

const intake = (codec: MediaCodec = H264, sync = new RtpSync()): RtpIntake =>
  new RtpIntake({ codec, payloadType: undefined, sync });

/** Delivers three packets every 40 ms. */
const receive = (into: RtpIntake, packets: readonly Uint8Array[], startMs = 0): MediaFrame[] =>
  packets.flatMap((packet, index) => into.handleMedia(packet, startMs + (index * 40) / 3));

/** The index of each frame, from the index of its first packet. */
const numbers = (frames: readonly MediaFrame[]): number[] =>
  frames.map(({ payloads }) => (((payloads?.[0]?.[1] ?? 0) << 8) + (payloads?.[0]?.[2] ?? 0)) / 3);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe('a stream', () => {
  test('becomes frames with the received payloads, 40 ms apart, with keyframes marked', () => {
    const frames = receive(intake(), stream(12));
    expect(numbers(frames)).toEqual(range(0, 12));
    expect(frames.every(({ payloads, data }) => payloads?.length === 3 && data.length === 0)).toBe(true);
    expect(frames.flatMap(({ isKeyframe }, index) => (isKeyframe ? [index] : []))).toEqual([0, 10]);
    expect((frames[11]?.timeMs ?? 0) - (frames[1]?.timeMs ?? 0)).toBeCloseTo(400, 0);
  });

  test('starts with the first keyframe', () => {
    expect(numbers(receive(intake(), stream(12).slice(4)))).toEqual([10, 11]);
  });

  test('continues when sequence numbers and timestamps wrap around', () => {
    const frames = receive(intake(), stream(30, { first: 65_500, firstTime: 2 ** 32 - 20_000 }));
    expect(numbers(frames)).toEqual(range(0, 30));
    expect((frames[29]?.timeMs ?? 0) - (frames[0]?.timeMs ?? 0)).toBeCloseTo(29 * 40, 0);
  });

  test('without marker bits ends a frame where the next one starts', () => {
    const unmarked = stream(3).map((packet) => packet.map((byte, at) => (at === 1 ? byte & 0x7f : byte)));
    expect(numbers(receive(intake(), unmarked))).toEqual([0, 1]);
  });

  test('is reordered and deduplicated', () => {
    const packets = stream(10);
    const swapped = packets.flatMap((packet, index) =>
      index % 2 === 1 ? [packet, packets[index - 1] ?? packet] : [],
    );
    expect(numbers(receive(intake(), [packets[0] ?? new Uint8Array(0), ...swapped]))).toEqual(range(0, 10));
    expect(
      numbers(
        receive(
          intake(),
          packets.flatMap((packet) => [packet, packet]),
        ),
      ),
    ).toEqual(range(0, 10));
  });

  test('after a lost packet drops frames up to the next keyframe', () => {
    const packets = stream(30);
    packets.splice(16, 1);
    expect(numbers(receive(intake(), packets))).toEqual([...range(0, 5), ...range(10, 30)]);
  });

  test('waits for a missing packet no longer than the window', () => {
    const packets = stream(30);
    packets.splice(31, 1);
    const into = intake();
    const frames = packets.flatMap((packet) => into.handleMedia(packet, 0));
    expect(numbers(frames)).toEqual([...range(0, 10), ...range(20, 30)]);
    expect(MAX_HELD_PACKETS).toBeLessThan(60);
  });

  test('of audio has one frame per packet and continues after a gap', () => {
    const packets = stream(10);
    packets.splice(5, 1);
    expect(receive(intake(PCMU_CODEC), packets)).toHaveLength(29);
  });
});

describe('another sender', () => {
  test('replaces the current one after two consecutive packets, starting with a keyframe', () => {
    const into = intake();
    const before = receive(into, stream(5));
    const after = receive(into, stream(5, { ssrc: 8, first: 40_000 }), 200);
    expect([numbers(before), numbers(after)]).toEqual([range(0, 5), range(0, 5)]);
    expect(after[0]?.timeMs).toBeGreaterThan(before.at(-1)?.timeMs ?? 0);
  });

  test('is ignored if only single packets of it arrive', () => {
    const into = intake();
    const packets = stream(10).flatMap((packet, index) => [
      packet,
      stream(1, { ssrc: 100 + index })[0] ?? new Uint8Array(0),
    ]);
    expect(numbers(receive(into, packets))).toEqual(range(0, 10));
  });

  test('that is the same one after a restart with new sequence numbers is followed', () => {
    const into = intake();
    receive(into, stream(5));
    expect(numbers(receive(into, stream(12, { first: 30_000, firstTime: 90_000 }), 200))).toEqual(
      range(0, 12),
    );
  });
});

describe('the presentation time', () => {
  test('follows a sender clock that is slower or faster than ours', () => {
    for (const step of [39.8, 40.2]) {
      const into = intake();
      const frames = stream(2_000).flatMap((packet, index) =>
        into.handleMedia(packet, Math.floor(index / 3) * step),
      );
      const lateness = (frames.at(-1)?.timeMs ?? 0) - 1_999 * step;
      expect(Math.abs(lateness)).toBeLessThan(250);
      expect(frames.every(({ timeMs }, index) => timeMs > (frames[index - 1]?.timeMs ?? -1))).toBe(true);
    }
  });

  test.each<[string, { readonly clockMs: number | undefined; readonly timestampMs: number }]>([
    ['reported clock', { clockMs: 2_000, timestampMs: 0 }],
    ['timestamps', { clockMs: undefined, timestampMs: 2_000 }],
  ])(
    'stays that of arrival when the sender sets its %s back by two seconds',
    (_, { clockMs, timestampMs }) => {
      const into = intake();
      const wallMs = 1_700_000_000_000;
      const later = stream(100, { first: 300, firstTime: 2 ** 31 + 100 * 3_600 - timestampMs * 90 });
      const packets = [...stream(100, { firstTime: 2 ** 31 }), ...later];
      const frames = packets.flatMap((packet, index) => {
        const atMs = Math.floor(index / 3) * 40;
        const timestamp = 2 ** 31 + atMs * 90;
        const reported = { timestamp, wallMs: wallMs + atMs - (index < 300 ? 0 : (clockMs ?? 0)) };
        const completed = into.handleMedia(packet, atMs);
        if (clockMs !== undefined && index % 75 === 0)
          into.handleReport(writeSenderReport({ ssrc: SSRC, cname: 'x', packets: 0, bytes: 0, ...reported }));
        return completed;
      });
      expect(frames).toHaveLength(200);
      for (const [index, { timeMs }] of frames.entries())
        expect(Math.abs(timeMs - index * 40)).toBeLessThan(5);
    },
  );

  test('of one sender’s audio and video is synchronized by its reports, however late one of them is', () => {
    const sync = new RtpSync();
    const [picture, sound] = [intake(H264, sync), intake(PCMU_CODEC, sync)];
    const wallMs = 1_700_000_000_000;
    const report = (timestamp: number, atMs: number): Uint8Array =>
      writeSenderReport({ ssrc: SSRC, cname: 'x', wallMs: wallMs + atMs, timestamp, packets: 0, bytes: 0 });
    // Video timestamp 0 is the sender's time 0, audio timestamp 0 its time 100; the audio arrives half a second late.
    const pictures = stream(60, {}).flatMap((packet, index) => {
      const atMs = Math.floor(index / 3) * 40;
      const frames = picture.handleMedia(packet, atMs + 10);
      picture.handleReport(report(0, 0));
      return frames;
    });
    const sounds = stream(60).flatMap((packet, index) => {
      const frames = sound.handleMedia(packet, Math.floor(index / 3) * 450 + 610);
      sound.handleReport(report(0, 100));
      return frames;
    });
    // Video frame 50 is at the sender's time 2000; audio packet 12 (4 × 3600 ticks of 1/8000 s) at its time 1900.
    const step = (pictures[50]?.timeMs ?? 0) - (sounds[12]?.timeMs ?? 0);
    expect(step).toBeGreaterThan(80);
    expect(step).toBeLessThan(140);
  });
});

describe('arbitrary datagrams', () => {
  test('that are not packets of the stream are ignored', () => {
    const into = new RtpIntake({ codec: H264, payloadType: 97, sync: new RtpSync() });
    expect(receive(into, [...stream(3), new Uint8Array(0), new Uint8Array(2_000).fill(0x80)])).toEqual([]);
    expect(into.sender).toBe(undefined);
  });

  test('never throw, and complete frames have increasing times', () => {
    const step = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(89).map((index) => stream(30)[index] ?? new Uint8Array(0)),
      fc.nat(8).map((index) => stream(3, { ssrc: 9, first: 65_530 })[index] ?? new Uint8Array(0)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (packets) => {
        const into = intake();
        const frames = packets.flatMap((packet, index) => {
          into.handleReport(packet);
          return into.handleMedia(packet, index * 5);
        });
        expect(frames.every(({ payloads = [] }) => payloads.length > 0)).toBe(true);
      }),
    );
  });
});
