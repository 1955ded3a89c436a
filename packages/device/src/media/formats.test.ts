/** @module Bytes of media: H.264 in MP4 and with start codes, RTP, RTCP, and the demo's clip. */
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAvcConfig, toAnnexB } from './annex-b.ts';
import { CountingAudioSink } from './audio-sink.ts';
import { openClip } from './open-clip.ts';
import { asksForPicture } from './picture-request.ts';
import { parseRtpPacket } from './rtp-packet.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const anyBytes = fc.uint8Array({ maxLength: 200 });

/** The code that a parser throws, or `none`. */
function codeOf(parse: () => unknown): unknown {
  try {
    parse();
    return 'none';
  } catch (error) {
    return error instanceof EdgeError ? error.code : error;
  }
}

describe('H.264', () => {
  const record = bytes('01 42c01f ff e1 0003 674201 01 0002 68aa');
  const config = parseAvcConfig(record);
  const sets = '00000001 674201 00000001 68aa';

  test('the configuration record of an MP4 (ISO/IEC 14496-15 section 5.3.3.1)', () => {
    expect(config).toEqual({ profileLevelId: '42c01f', lengthSize: 4, parameterSets: bytes(sets) });
  });

  test('a keyframe gets the parameter sets, another frame does not', () => {
    expect(toAnnexB(bytes('00000002 6588'), config)).toEqual(bytes(`${sets} 00000001 6588`));
    expect(toAnnexB(bytes('00000002 4188'), config)).toEqual(bytes('00000001 4188'));
  });

  test('several units become one access unit, without delimiters and without sets twice', () => {
    expect(toAnnexB(bytes('00000002 09f0 00000003 674201 00000002 6588 00000002 6599'), config)).toEqual(
      bytes('00000001 674201 00000001 6588 00000001 6599'),
    );
  });

  test('any bytes in: an access unit or a typed error', () => {
    const typed = expect.objectContaining({ code: 'ERR_CLIP_FORMAT' });
    expect(() => parseAvcConfig(bytes('00'))).toThrow(typed);
    expect(() => parseAvcConfig(bytes('01 42c01f ff e0 00'))).toThrow(typed);
    expect(() => toAnnexB(bytes('00000009 65'), config)).toThrow(typed);
    fc.assert(
      fc.property(anyBytes, (data) => {
        expect(['none', 'ERR_CLIP_FORMAT']).toContain(codeOf(() => parseAvcConfig(data)));
        expect(['none', 'ERR_CLIP_FORMAT']).toContain(codeOf(() => toAnnexB(data, config)));
      }),
    );
  });
});

describe('RTP and RTCP', () => {
  const ssrc = 0x01020304;

  test('a packet, with sources, an extension and padding', () => {
    expect(parseRtpPacket(bytes('80 6f 0001 00000002 01020304 aabb'))).toEqual({
      payloadType: 111,
      sequenceNumber: 1,
      timestamp: 2,
      ssrc,
      payload: bytes('aabb'),
    });
    const full = bytes('b1 ef 0001 00000002 01020304 0a0a0a0a bede 0001 10ff0000 aabb 0000 03');
    expect(parseRtpPacket(full)?.payload).toEqual(bytes('aabb'));
  });

  test.each([
    '',
    '80 6f',
    '40 6f 0001 00000002 01020304',
    '80 c8 0006 01020304 00000000 00000000',
    'bf 6f 0001 00000002 01020304',
  ])('no packet: %s', (hex) => {
    expect(parseRtpPacket(bytes(hex))).toBe(undefined);
  });

  test.each([
    ['PLI', '81 ce 0002 00000009 01020304', true],
    ['PLI behind a receiver report', '80 c9 0001 00000009 81 ce 0002 00000009 01020304', true],
    ['FIR', '84 ce 0004 00000009 00000000 01020304 05000000', true],
    ['PLI for another', '81 ce 0002 00000009 01020305', false],
    ['FIR for another', '84 ce 0004 00000009 00000000 01020305 05000000', false],
    ['NACK', '81 cd 0003 00000009 01020304 00010000', false],
    ['a length beyond the end', '81 ce 00ff 00000009 01020304', false],
  ])('%s', (_what, hex, asks) => {
    expect(asksForPicture(bytes(hex), ssrc)).toBe(asks);
  });

  test('any bytes in: no throw', () => {
    fc.assert(
      fc.property(anyBytes, (data) => {
        expect(parseRtpPacket(data)?.payload.length ?? 0).toBeLessThanOrEqual(data.length);
        expect(asksForPicture(data, ssrc)).toBeTypeOf('boolean');
      }),
    );
  });
});

describe('a clip', () => {
  const clip = new URL('../../../../apps/demo/assets/clip.mp4', import.meta.url).pathname;

  test('of the demo: a picture and a sound that browsers decode', async () => {
    const { video, audio } = await openClip(clip);
    expect(video?.codec).toMatchObject({ name: 'H264', clockRate: 90_000 });
    expect(video?.codec.parameters).toContain('profile-level-id=42c01f');
    expect(audio?.codec).toMatchObject({ name: 'opus', clockRate: 48_000, channels: 2 });
    const first = Promise.withResolvers<Uint8Array>();
    const subscription = video?.subscribe(({ data, isKeyframe }) => {
      if (isKeyframe) first.resolve(data);
    });
    expect([...(await first.promise).subarray(0, 5)]).toEqual([0, 0, 0, 1, 0x67]);
    subscription?.close();
  });

  test('that is none: a typed error', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'longwire-clip-'));
    try {
      const file = join(directory, 'no.mp4');
      await writeFile(file, 'not a clip');
      await expect(openClip(file)).rejects.toMatchObject({ code: 'ERR_CLIP_FORMAT' });
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

test('the counting sink counts packets, bytes and who talks now', () => {
  const sink = new CountingAudioSink();
  const [first, second] = [sink.open(), sink.open()];
  first.write({ payload: new Uint8Array(3), sequenceNumber: 1, timestamp: 0 });
  second.write({ payload: new Uint8Array(4), sequenceNumber: 1, timestamp: 0 });
  second.close();
  second.close();
  expect(sink.counts).toEqual({ packets: 2, bytes: 7, streams: 1 });
});
