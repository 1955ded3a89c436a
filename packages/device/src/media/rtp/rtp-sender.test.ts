/** @module One viewer's stream: sequence numbers, timestamps, reports, retransmission, pacing, and a stuck viewer. */
import { describe, expect, test } from 'vitest';
import { ManualClock } from '@longwire/testing/clock';
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import { SharedSource } from '../shared-source.ts';
import type { ProducerOutput } from '../frame-producer.ts';
import { PCMU_CODEC } from '../audio-codecs.ts';
import type { BandwidthEstimate } from '../bandwidth/bandwidth-estimate.ts';
import { createTransport } from '../bandwidth/media-transport.fixture.ts';
import type { MediaTransport } from '../bandwidth/media-transport.ts';
import { rtcpBlocks } from './rtcp-blocks.ts';
import type { RtpLine, RtpLineEvents } from './rtp-line.ts';
import { isRtcpType, parseRtpPacket, type RtpPacket } from './rtp-packet.ts';
import { RtpSender } from './rtp-sender.ts';
import { plus } from './sequence-number.ts';

const VP8: MediaCodec = { kind: 'video', name: 'VP8', clockRate: 90_000, parameters: '' };
const SSRC = 0x01020304;

/** A line that records packets with the time. */
class FakeLine implements RtpLine {
  readonly transport: MediaTransport;
  readonly transportSequenceId: number | undefined = undefined;
  readonly sent: { readonly bytes: Uint8Array; readonly atMs: number }[] = [];
  readonly #clock: ManualClock;
  readonly #listeners = new Set<(packet: Uint8Array) => void>();
  isOpen = true;
  isStuck = false;

  constructor(clock: ManualClock) {
    this.#clock = clock;
    this.transport = createTransport((bytes) => this.send(bytes), clock);
  }

  get bandwidth(): BandwidthEstimate {
    return this.transport.bandwidth;
  }

  get packets(): RtpPacket[] {
    return this.sent.flatMap(({ bytes }) => parseRtpPacket(bytes) ?? []);
  }

  get reports(): Uint8Array[] {
    return this.sent.flatMap(({ bytes }) => (isRtcpType(bytes[1] ?? 0) ? [bytes] : []));
  }

  on<K extends keyof RtpLineEvents>(name: K, listener: (...args: RtpLineEvents[K]) => void): () => void {
    if (name === 'packet') this.#listeners.add((packet) => Reflect.apply(listener, undefined, [packet]));
    return () => undefined;
  }

  send(bytes: Uint8Array): boolean {
    if (this.isStuck) return false;
    this.sent.push({ bytes, atMs: this.#clock.monotonic() });
    return true;
  }

  receive(hex: string): void {
    const packet = new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
    for (const listener of this.#listeners) listener(packet);
  }
}

function setUp(codec: MediaCodec = VP8) {
  const clock = new ManualClock(0);
  const outputs: ProducerOutput[] = [];
  const start = (output: ProducerOutput): (() => void) => {
    outputs.push(output);
    return () => undefined;
  };
  const source = new SharedSource({ codec, start }, { clock });
  const view = (): { line: FakeLine; sender: RtpSender } => {
    const line = new FakeLine(clock);
    const sender = new RtpSender({ line, source, codec, payloadType: 96, ssrc: SSRC, cname: 'c', clock });
    sender.start();
    return { line, sender };
  };
  const emit = (timeMs: number, bytes = 100, isKeyframe = false, isRestart = false): void => {
    const frame: MediaFrame = { data: new Uint8Array(bytes).fill(1), timeMs, isKeyframe, isRestart };
    for (const output of outputs) output.frame(frame);
  };
  return { clock, view, emit };
}

const nack = (...numbers: readonly number[]): string =>
  `81cd ${(2 + numbers.length).toString(16).padStart(4, '0')} 00000009 01020304 ${numbers.map((each) => `${each.toString(16).padStart(4, '0')}0000`).join(' ')}`;

describe('packets', () => {
  test('have consecutive numbers, the timestamp of their frame, and a marker at its end', () => {
    const { view, emit } = setUp();
    const { line } = view();
    emit(1_000, 2_000, true);
    emit(1_040);
    const [first, second, third] = line.packets;
    expect(line.packets).toMatchObject([
      { payloadType: 96, ssrc: SSRC, marker: false },
      { payloadType: 96, ssrc: SSRC, marker: true },
      { payloadType: 96, ssrc: SSRC, marker: true },
    ]);
    expect(second?.sequenceNumber).toBe(plus(first?.sequenceNumber ?? 0, 1));
    expect(third?.sequenceNumber).toBe(plus(first?.sequenceNumber ?? 0, 2));
    expect(second?.timestamp).toBe(first?.timestamp);
    expect(((third?.timestamp ?? 0) - (first?.timestamp ?? 0) + 2 ** 32) % 2 ** 32).toBe(3_600);
  });

  test('of audio have no marker and use the codec’s clock rate', () => {
    const { view, emit } = setUp(PCMU_CODEC);
    const { line } = view();
    emit(0, 160, true);
    emit(20, 160, true);
    const [first, second] = line.packets;
    expect([first?.marker, first?.payload.length]).toEqual([false, 160]);
    expect(((second?.timestamp ?? 0) - (first?.timestamp ?? 0) + 2 ** 32) % 2 ** 32).toBe(160);
  });
});

test('sends a report with the first frame and then once a second, with packet and byte counts', () => {
  const { view, emit, clock } = setUp();
  const { line } = view();
  for (let timeMs = 0; timeMs <= 2_000; timeMs += 40) {
    emit(timeMs, 100, timeMs === 0);
    clock.advance(40);
  }
  expect(line.reports).toHaveLength(3);
  const [report, description] = rtcpBlocks(line.reports[2] ?? new Uint8Array(0));
  expect([report?.type, report?.body.getUint32(0), description?.type]).toEqual([200, SSRC, 202]);
  expect(report?.body.getUint32(16)).toBe(51);
  expect(report?.body.getUint32(20)).toBe(51 * 101);
  const rtpTime = (index: number): number =>
    rtcpBlocks(line.reports[index] ?? new Uint8Array(0))[0]?.body.getUint32(12) ?? 0;
  expect((rtpTime(2) - rtpTime(1) + 2 ** 32) % 2 ** 32).toBe(90_000);
});

test('audio and video reports map a frame’s time to the same wall clock time, so that they play in sync', () => {
  const [picture, sound] = [setUp(), setUp(PCMU_CODEC)].map(({ view, emit, clock }, index) => {
    const { line } = view();
    emit(0, 100, true);
    clock.advance(2_000 + 300 * index);
    emit(2_000, 100, true);
    return line.reports.map((compound, report) => {
      const body = rtcpBlocks(compound)[0]?.body;
      expect(body?.getUint32(12)).toBe(line.packets[report]?.timestamp);
      return (body?.getUint32(4) ?? 0) + (body?.getUint32(8) ?? 0) / 2 ** 32;
    });
  });
  expect(picture).toEqual(sound);
  expect((picture?.[1] ?? 0) - (picture?.[0] ?? 0)).toBeCloseTo(2, 5);
});

test.each([
  ['PLI', '81ce 0002 00000009 01020304'],
  ['FIR', '84ce 0004 00000009 00000000 01020304 05000000'],
])('replays from the last keyframe for a viewer that reports a lost picture with %s', (_, hex) => {
  const { view, emit, clock } = setUp();
  const [asking, other] = [view().line, view().line];
  emit(0, 300, true);
  emit(40, 200);
  clock.advance(1_000);
  asking.receive(hex);
  clock.advance(100);
  expect(asking.packets.map(({ payload }) => payload.length)).toEqual([301, 201, 301, 201]);
  expect(other.packets).toHaveLength(2);
});

describe('a lost packet', () => {
  test('is retransmitted unchanged while it is stored', () => {
    const { view, emit } = setUp();
    const { line } = view();
    emit(0, 100, true);
    emit(40);
    const [first] = line.packets;
    line.receive(nack(first?.sequenceNumber ?? 0, plus(first?.sequenceNumber ?? 0, -1)));
    expect(line.packets).toHaveLength(3);
    expect(line.packets[2]).toEqual(first);
  });

  test('is retransmitted only within the rate limit', () => {
    const { view, emit } = setUp();
    const { line } = view();
    emit(0, 100, true);
    const [first] = line.packets;
    for (let count = 0; count < 2_000; count += 1) line.receive(nack(first?.sequenceNumber ?? 0));
    expect(line.packets.length).toBeLessThanOrEqual(501);
  });

  test('counts against the rate limit even if it was never sent', () => {
    const { view, emit } = setUp();
    const { line } = view();
    emit(0, 100, true);
    const [first] = line.packets;
    const before = line.sent.length;
    const absent = Array.from({ length: 100 }, (_, index) => plus(first?.sequenceNumber ?? 0, index + 1));
    for (let count = 0; count < 5; count += 1) line.receive(nack(...absent));
    line.receive(nack(first?.sequenceNumber ?? 0));
    expect(line.sent.length).toBe(before);
  });

  test('is still stored after half a second at 8 Mbit/s', () => {
    const { view, emit, clock } = setUp();
    const { line } = view();
    for (let timeMs = 0; timeMs < 1_000; timeMs += 40) {
      emit(timeMs, 40_000, timeMs === 0);
      clock.advance(40);
    }
    const sent = line.packets;
    const old = sent.at(-440);
    line.receive(nack(old?.sequenceNumber ?? 0));
    expect(line.packets.at(-1)).toEqual(old);
  });
});

test('a frame that replaces those before it is sent next, and none of them is repeated any more', () => {
  const { view, emit, clock } = setUp();
  const { line } = view();
  emit(0, 300_000, true);
  const before = line.packets;
  emit(40, 500, true, true);
  clock.advance(100);
  expect(line.packets.slice(before.length)).toMatchObject([
    { sequenceNumber: plus(before.at(-1)?.sequenceNumber ?? 0, 1), marker: true },
  ]);
  const count = line.packets.length;
  line.receive(nack(before[0]?.sequenceNumber ?? 0));
  expect(line.packets).toHaveLength(count);
  line.receive(nack(line.packets.at(-1)?.sequenceNumber ?? 0));
  expect(line.packets).toHaveLength(count + 1);
});

describe('a burst', () => {
  test('of a keyframe is paced and ends within the time of a frame at 30 frames per second', () => {
    const { view, emit, clock } = setUp();
    const { line } = view();
    emit(0, 300_000, true);
    expect(line.packets.length).toBeLessThan(40);
    clock.advance(33);
    expect(line.packets.at(-1)?.marker).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test('of a whole group is sent with at most 100 Mbit/s, and live frames stay in order', () => {
    const { view, emit, clock } = setUp();
    view();
    for (let count = 0; count < 50; count += 1) emit(count * 40, 100_000, count === 0);
    clock.advance(1_000);
    const late = view().line;
    for (let step = 0; step < 500; step += 1) {
      clock.advance(1);
      if (step % 40 === 0) emit(2_000 + step, 10_000);
    }
    const bytes = late.sent.map(({ bytes: { length } }) => length);
    const startMs = late.sent[0]?.atMs ?? 0;
    for (let windowMs = 0; windowMs < 400; windowMs += 50) {
      const inWindow = bytes.filter((_, index) => {
        const atMs = (late.sent[index]?.atMs ?? 0) - startMs;
        return atMs >= windowMs && atMs < windowMs + 50;
      });
      expect(inWindow.reduce((sum, length) => sum + length, 0)).toBeLessThan(50 * 12_500 * 1.3 + 130_000);
    }
    const numbers = late.packets.map(({ sequenceNumber }) => sequenceNumber);
    expect(numbers.every((number, index) => index === 0 || number === plus(numbers[index - 1] ?? 0, 1))).toBe(
      true,
    );
    expect(clock.pending).toBe(0);
  });
});

describe('a viewer that accepts no packets', () => {
  test('does not block another', () => {
    const { view, emit, clock } = setUp();
    const [stuck, other] = [view(), view()];
    stuck.line.isStuck = true;
    for (let timeMs = 0; timeMs < 4_000; timeMs += 40) {
      emit(timeMs, 20_000, timeMs % 1_000 === 0);
      clock.advance(40);
    }
    const ends = other.line.sent.filter(({ bytes }) => parseRtpPacket(bytes)?.marker === true);
    expect(ends.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 100 }, (_, index) => index * 40));
    expect(stuck.line.sent).toEqual([]);
  });

  test('restarts with a keyframe when it accepts packets again', () => {
    const { view, emit, clock } = setUp();
    const { line } = view();
    line.isStuck = true;
    for (let timeMs = 0; timeMs < 1_500; timeMs += 40) {
      emit(timeMs, 1_000, timeMs === 0);
      clock.advance(40);
    }
    line.isStuck = false;
    emit(1_500, 1_000);
    clock.advance(40);
    expect(line.packets).toEqual([]);
    emit(1_540, 500, true);
    expect(line.packets).toMatchObject([{ payload: expect.objectContaining({ length: 501 }) }]);
  });

  test('leaves no timer behind when it leaves', () => {
    const { view, emit, clock } = setUp();
    const { line, sender } = view();
    line.isStuck = true;
    emit(0, 1_000, true);
    sender.close();
    expect(clock.pending).toBe(0);
  });
});
