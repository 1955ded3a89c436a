/** @module RTP payloads of every codec: the bytes of the RFCs, lossless reassembly, and arbitrary input. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MediaCodecName } from '../media-source.ts';
import { isAv1Keyframe, MAX_OBUS } from './av1-payloads.ts';
import { isH264Keyframe } from './h264-payloads.ts';
import { isH265Keyframe } from './h265-payloads.ts';
import { MAX_UNITS, nalUnits } from './nal-units.ts';
import { MAX_PAYLOAD_BYTES, MAX_READY_PAYLOAD_BYTES, payloadBytes } from './payload.ts';
import { payloadsOf } from './payloads-of.ts';
import { isVp8Keyframe, withShortVp8Descriptor } from './vp8-payloads.ts';
import { isVp9Keyframe } from './vp9-payloads.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hex = (data: Uint8Array | undefined): string => Buffer.from(data ?? []).toString('hex');
const filled = (length: number): Uint8Array => new Uint8Array(length).map((_, index) => (index % 250) + 1);
const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** The payloads of a frame, as on the wire. */
function packets(name: MediaCodecName, data: Uint8Array, isKeyframe = true): Uint8Array[] {
  return payloadsOf(name, { data, timeMs: 0, isKeyframe }).map(({ header, body }) => join(header, body));
}

describe('H.264 (RFC 6184)', () => {
  test('each unit becomes a payload, whatever its start code; delimiters and padding are omitted', () => {
    const accessUnit = bytes('00000001 09f0 00000001 674201 000001 68aa 0000 000001 6588');
    expect(packets('H264', accessUnit).map(hex)).toEqual(['674201', '68aa', '6588']);
  });

  test('a large unit is split into FU-A fragments: first, middle, last (section 5.8)', () => {
    const unit = join(bytes('65'), filled(3_000));
    const parts = packets('H264', join(bytes('00000001'), unit));
    expect(parts.map((part) => hex(part.subarray(0, 2)))).toEqual(['7c85', '7c05', '7c45']);
    expect(join(bytes('65'), ...parts.map((part) => part.subarray(2)))).toEqual(unit);
    expect(parts.map(isH264Keyframe)).toEqual([true, false, false]);
  });

  test.each([
    ['an IDR slice', '6588', true],
    ['a parameter set', '674201', true],
    ['a slice', '4188', false],
    ['a STAP-A with a parameter set (section 5.7.1)', '78 0002 09f0 0003 674201', true],
    ['a STAP-A without a parameter set', '78 0002 09f0 0002 4188', false],
    ['a STAP-A with an invalid length', '78 ffff 09', false],
    ['the start of an IDR slice', '7c85 88', true],
    ['the middle of an IDR slice', '7c05 88', false],
    ['nothing', '', false],
  ])('%s (%s) is detected as a keyframe: %s', (_what, payload, isKey) => {
    expect(isH264Keyframe(bytes(payload))).toBe(isKey);
  });
});

describe('H.265 (RFC 7798)', () => {
  test('each unit becomes a payload; a large one is split into FUs (section 4.4.3)', () => {
    const unit = join(bytes('2601'), filled(2_000));
    const parts = packets('H265', join(bytes('00000001 4601 50 00000001 420101 000001'), unit));
    expect(hex(parts[0])).toBe('420101');
    expect(parts.slice(1).map((part) => hex(part.subarray(0, 3)))).toEqual(['620193', '620153']);
    expect(join(bytes('2601'), ...parts.slice(1).map((part) => part.subarray(3)))).toEqual(unit);
  });

  test.each([
    ['an IDR picture (type 19)', '2601 88', true],
    ['a CRA picture (type 21)', '2a01 88', true],
    ['a video parameter set', '4001 88', true],
    ['a trailing picture', '0201 88', false],
    ['an aggregation packet with a parameter set (section 4.4.2)', '6001 0003 420101', true],
    ['the start of an IDR picture', '6201 93 88', true],
    ['the end of an IDR picture', '6201 53 88', false],
  ])('%s (%s) is detected as a keyframe: %s', (_what, payload, isKey) => {
    expect(isH265Keyframe(bytes(payload))).toBe(isKey);
  });
});

describe('VP8 (RFC 7741)', () => {
  test('the VP8 descriptor is one byte, with S on the first packet (section 4.2)', () => {
    const frame = join(bytes('10'), filled(2_400));
    const parts = packets('VP8', frame);
    expect(parts.map((part) => part[0])).toEqual([0x10, 0, 0]);
    expect(join(...parts.map((part) => part.subarray(1)))).toEqual(frame);
    expect(parts.map(isVp8Keyframe)).toEqual([true, false, false]);
    expect(isVp8Keyframe(bytes('10 11'))).toBe(false);
  });

  // The first is what ffmpeg 5.1 sends (`-c:v libvpx -f rtp`).
  test.each([
    ['a long picture id', '9080 8123 10aabb', '1010aabb'],
    ['a short picture id', '9080 23 10aabb', '1010aabb'],
    ['all of it', 'b0f0 8123 05 21 10aabb', '3010aabb'],
    ['none', '1010aabb', '1010aabb'],
  ])('shortens a received descriptor with %s to one byte', (_what, payload, short) => {
    expect(hex(withShortVp8Descriptor(bytes(payload)))).toBe(short);
    expect(isVp8Keyframe(bytes(payload))).toBe(true);
  });

  test.each(['', '90', '9080', '9080 81', '10'])('rejects the truncated VP8 payload %j', (payload) => {
    expect(withShortVp8Descriptor(bytes(payload))).toBe(undefined);
  });
});

test('VP9 (RFC 9628) sets B on the first packet, E on the last, P on inter-predicted frames', () => {
  const frame = filled(2_400);
  expect(packets('VP9', frame).map(([first]) => first)).toEqual([0x08, 0x00, 0x04]);
  const [delta] = packets('VP9', filled(100), false);
  expect(delta?.[0]).toBe(0x4c);
  expect(isVp9Keyframe(bytes('08'))).toBe(true);
  expect(isVp9Keyframe(bytes('4c'))).toBe(false);
});

/** A temporal unit of OBUs with size fields: delimiter, sequence header, frame. */
const obu = (type: number, body: Uint8Array): Uint8Array =>
  join(Uint8Array.of((type << 3) | 2, (body.length & 0x7f) | 0x80, body.length >> 7), body);
/** Reassembles the elements (section 4.3), and reports which packets continue a previous one. */
function depacketize(parts: readonly Uint8Array[]): { obus: string[]; continues: boolean[] } {
  const obus: Uint8Array[] = [];
  for (const part of parts) {
    let goesOn = ((part[0] ?? 0) & 0x80) !== 0;
    for (let offset = 1; offset < part.length;) {
      const [low = 0, high = 0] = part.subarray(offset);
      const lengthBytes = low < 0x80 ? 1 : 2;
      const length = low < 0x80 ? low : (low & 0x7f) | (high << 7);
      const element = part.subarray(offset + lengthBytes, offset + lengthBytes + length);
      if (goesOn) obus.push(join(obus.pop() ?? new Uint8Array(0), element));
      else obus.push(element);
      goesOn = false;
      offset += lengthBytes + length;
    }
  }
  return { obus: obus.map(hex), continues: parts.map(([first = 0]) => (first & 0x80) !== 0) };
}

describe('AV1', () => {
  const delimiter = bytes('1200');

  test('omits size fields and the delimiter, and sets N on the first packet of a sequence', () => {
    const unit = join(delimiter, bytes('0a03 010203'), obu(6, filled(10)));
    const parts = packets('AV1', unit);
    expect(parts.map(hex)).toEqual([`08 04 08010203 0b 30 ${hex(filled(10))}`.replaceAll(' ', '')]);
    expect(parts.map(isAv1Keyframe)).toEqual([true]);
    expect(packets('AV1', join(delimiter, obu(6, filled(10)))).map(isAv1Keyframe)).toEqual([false]);
  });

  test('for any OBUs only the first packet starts with a new one, and all are reassembled', () => {
    const bodies = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(bodies, (lengths) => {
        const parts = packets('AV1', join(delimiter, ...lengths.map((length) => obu(6, filled(length)))));
        const { obus, continues } = depacketize(parts);
        expect(obus).toEqual(lengths.map((length) => `30${hex(filled(length))}`));
        expect(continues).toEqual(parts.map((_, index) => index > 0));
        expect(parts.every(({ length }) => length <= MAX_PAYLOAD_BYTES)).toBe(true);
      }),
    );
  });

  test('drops a truncated OBU', () => {
    expect(packets('AV1', join(bytes('0a03 010203'), bytes('32ff')))).toHaveLength(1);
    expect(packets('AV1', bytes('32 ffffffffffff'))).toEqual([]);
  });
});

describe('any codec', () => {
  const data = fc.oneof(
    fc.uint8Array({ maxLength: 4_000 }),
    fc
      .array(fc.uint8Array({ maxLength: 1_500 }))
      .map((units) => join(...units.flatMap((unit) => [bytes('000001'), unit]))),
  );

  test('any bytes give payloads within the size limit and never throw', () => {
    const pictures = fc.constantFrom<MediaCodecName>('H264', 'H265', 'VP8', 'VP9', 'AV1');
    fc.assert(
      fc.property(pictures, data, fc.boolean(), (name, frame, isKeyframe) => {
        const payloads = payloadsOf(name, { data: frame, timeMs: 0, isKeyframe });
        expect(payloads.every((payload) => payloadBytes(payload) <= MAX_PAYLOAD_BYTES)).toBe(true);
      }),
    );
  });

  test('keyframe detection never throws for any payload', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (payload) => {
        for (const isKeyframe of [
          isH264Keyframe,
          isH265Keyframe,
          isVp8Keyframe,
          isVp9Keyframe,
          isAv1Keyframe,
        ])
          expect(isKeyframe(payload)).toBeTypeOf('boolean');
        expect(withShortVp8Descriptor(payload)?.length ?? 1).toBeGreaterThan(0);
        expect(nalUnits(payload).every(({ length }) => length > 0)).toBe(true);
      }),
    );
  });

  test.each([
    ['H264', [0, 0, 1, 0x65, 1], MAX_UNITS],
    ['H265', [0, 0, 1, 0x26, 1, 1], MAX_UNITS],
    // Several of these fit into one packet.
    ['AV1', [0x32, 1, 1], MAX_OBUS / 8],
  ] as const)('%s frames of only tiny parts are limited in size', (name, part, most) => {
    const data = Uint8Array.from(
      { length: part.length * 100_000 },
      (_, index) => part[index % part.length] ?? 0,
    );
    const payloads = payloadsOf(name, { data, timeMs: 0, isKeyframe: true });
    expect(payloads.length).toBeGreaterThan(0);
    expect(payloads.length).toBeLessThanOrEqual(most);
  });

  test('received payloads are unchanged; a frame with one that exceeds a packet has no payloads', () => {
    const ready = [filled(10), filled(MAX_READY_PAYLOAD_BYTES)];
    const frame = { data: new Uint8Array(0), timeMs: 0, isKeyframe: true };
    expect(payloadsOf('VP8', { ...frame, payloads: ready }).map(({ body }) => body)).toEqual(ready);
    expect(payloadsOf('VP8', { ...frame, payloads: [filled(MAX_READY_PAYLOAD_BYTES + 1)] })).toEqual([]);
  });

  test('a frame is packetized once for all viewers', () => {
    const frame = { data: filled(5_000), timeMs: 0, isKeyframe: true };
    expect(payloadsOf('VP8', { ...frame, timeMs: 40 })).toBe(payloadsOf('VP8', frame));
  });
});
