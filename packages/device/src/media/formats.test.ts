/** @module Media formats: H.264 in MP4 and with start codes, RTP, RTCP, and the demo's clip. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CountingAudioSink } from './audio-sink.ts';
import { parseAvcConfig, parseHevcConfig, withStartCodes } from './length-prefixed.ts';
import type { Viewer } from './media-source.ts';
import { openClip } from './open-clip.ts';
import { withParameterSets } from './parameter-sets.ts';
import { MAX_LOST, readFeedback } from './rtp/feedback.ts';
import { parseRtpPacket } from './rtp/rtp-packet.ts';

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

  test('parses the configuration record of an MP4 (ISO/IEC 14496-15 section 5.3.3.1)', () => {
    expect(config).toMatchObject({ level: 31, lengthSize: 4, parameterSets: bytes(sets) });
  });

  test('length-prefixed units become an access unit with start codes', () => {
    expect(withStartCodes(bytes('00000003 674201 00000002 6588 00000002 6599'), 4)).toEqual(
      bytes('00000001 674201 00000001 6588 00000001 6599'),
    );
    expect(withStartCodes(bytes('02 4188'), 1)).toEqual(bytes('00000001 4188'));
  });

  test('parameter sets are put before a keyframe, unless it contains its own', () => {
    const withSets = (hex: string): Uint8Array => withParameterSets('H264', bytes(hex), config.parameterSets);
    expect(withSets('00000001 6588')).toEqual(bytes(`${sets} 00000001 6588`));
    expect(withSets('00000001 674201 00000001 6588')).toEqual(bytes('00000001 674201 00000001 6588'));
  });

  test('any bytes give an access unit or a typed error', () => {
    const typed = expect.objectContaining({ code: 'ERR_MEDIA_INPUT' });
    expect(() => parseAvcConfig(bytes('00'))).toThrow(typed);
    expect(() => parseAvcConfig(bytes('01 42c01f ff e0 00'))).toThrow(typed);
    expect(() => withStartCodes(bytes('00000009 65'), 4)).toThrow(typed);
    fc.assert(
      fc.property(anyBytes, fc.integer({ min: 1, max: 4 }), (data, lengthSize) => {
        expect(['none', 'ERR_MEDIA_INPUT']).toContain(codeOf(() => parseAvcConfig(data)));
        expect(['none', 'ERR_MEDIA_INPUT']).toContain(codeOf(() => withStartCodes(data, lengthSize)));
      }),
    );
  });
});

describe('H.265', () => {
  // Made by hand after ISO/IEC 14496-15 section 8.3.3.1: Main profile, level 3.1, 4-byte lengths, one set of each kind.
  const record = bytes(
    '01 01 60000000 900000000000 5d f000 fc fd f8 f8 0000 0f 03 a0 0001 0002 4001 a1 0001 0002 4201 a2 0001 0002 4401',
  );

  test('reads the configuration record of an MP4 and adds its parameter sets to a keyframe', () => {
    const config = parseHevcConfig(record);
    expect(config).toMatchObject({ profileId: 1, tierFlag: 0, levelId: 93, lengthSize: 4 });
    const sets = '00000001 4001 00000001 4201 00000001 4401';
    expect(config.parameterSets).toEqual(bytes(sets));
    const withSets = (hex: string): Uint8Array => withParameterSets('H265', bytes(hex), config.parameterSets);
    expect(withSets('00000001 260188')).toEqual(bytes(`${sets} 00000001 260188`));
    expect(withSets('00000001 4201 00000001 260188')).toEqual(bytes('00000001 4201 00000001 260188'));
  });

  test('any bytes give a configuration or a typed error', () => {
    const damaged = fc.tuple(fc.nat(record.length - 1), fc.nat(255));
    fc.assert(
      fc.property(
        fc.oneof(
          anyBytes,
          damaged.map(([at, byte]) => record.with(at, byte)),
        ),
        (data) => {
          expect(['none', 'ERR_MEDIA_INPUT']).toContain(codeOf(() => parseHevcConfig(data)));
        },
      ),
    );
  });
});

describe('RTP and RTCP', () => {
  const ssrc = 0x01020304;

  test('parses a packet with CSRCs, an extension and padding', () => {
    expect(parseRtpPacket(bytes('80 6f 0001 00000002 01020304 aabb'))).toEqual({
      marker: false,
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
  ])('rejects bytes that are not an RTP packet: %j', (hex) => {
    expect(parseRtpPacket(bytes(hex))).toBe(undefined);
  });

  test.each([
    ['PLI', '81 ce 0002 00000009 01020304', true],
    ['PLI after a receiver report', '80 c9 0001 00000009 81 ce 0002 00000009 01020304', true],
    ['FIR', '84 ce 0004 00000009 00000000 01020304 05000000', true],
    ['PLI for another SSRC', '81 ce 0002 00000009 01020305', false],
    ['FIR for another SSRC', '84 ce 0004 00000009 00000000 01020305 05000000', false],
    ['NACK for another SSRC', '81 cd 0003 00000009 01020305 00010000', false],
    ['a length beyond the end', '81 ce 00ff 00000009 01020304', false],
  ])('%s (%s) is a keyframe request: %s', (_what, hex, asks) => {
    expect(readFeedback(bytes(hex), ssrc)).toEqual({ asksForPicture: asks, lost: [] });
  });

  test('reads lost packets from a NACK’s numbers and bit masks, across the wrap-around (RFC 4585 section 6.2.1)', () => {
    const nack = bytes('81 cd 0004 00000009 01020304 0001 0000 fffe 8003');
    expect(readFeedback(nack, ssrc).lost).toEqual([1, 65_534, 65_535, 0, 14]);
  });

  test('never throws for any bytes', () => {
    fc.assert(
      fc.property(anyBytes, (data) => {
        expect(parseRtpPacket(data)?.payload.length ?? 0).toBeLessThanOrEqual(data.length);
        expect(readFeedback(data, ssrc).lost.length).toBeLessThanOrEqual(MAX_LOST);
      }),
    );
  });
});

describe('openClip', () => {
  const clip = new URL('../../../../apps/demo/assets/clip.mp4', import.meta.url).pathname;

  test('opens the demo’s clip with video and audio that browsers can decode', async () => {
    const { video, audio } = await openClip(clip);
    expect(video?.codecs[0]).toMatchObject({ name: 'H264', clockRate: 90_000 });
    expect(video?.codecs[0]?.parameters).toContain('profile-level-id=42e01f');
    expect(audio?.codecs[0]).toMatchObject({ name: 'opus', clockRate: 48_000, channels: 2 });
    const codec = video?.codecs[0];
    const first = Promise.withResolvers<Uint8Array>();
    const viewer: Viewer = ({ data, isKeyframe }) => {
      if (isKeyframe) first.resolve(data);
    };
    const subscription = codec && video?.subscribe(viewer, codec);
    expect([...(await first.promise).subarray(0, 5)]).toEqual([0, 0, 0, 1, 0x67]);
    subscription?.close();
  });

  test('throws a typed error for a file that is not a clip', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'longwire-clip-'));
    try {
      const file = join(directory, 'no.mp4');
      await writeFile(file, 'not a clip');
      await expect(openClip(file)).rejects.toMatchObject({ code: 'ERR_CLIP_FORMAT' });
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('throws the same error for unreadable parameter sets', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'longwire-clip-'));
    try {
      const file = join(directory, 'damaged.mp4');
      const damaged = await readFile(clip);
      // The version of its avcC.
      damaged[damaged.indexOf('avcC') + 4] = 9;
      await writeFile(file, damaged);
      await expect(openClip(file)).rejects.toMatchObject({ code: 'ERR_CLIP_FORMAT' });
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

test('the counting sink counts packets, bytes and open streams', () => {
  const sink = new CountingAudioSink();
  const [first, second] = [sink.open(), sink.open()];
  first.write({ payload: new Uint8Array(3), sequenceNumber: 1, timestamp: 0 });
  second.write({ payload: new Uint8Array(4), sequenceNumber: 1, timestamp: 0 });
  second.close();
  second.close();
  expect(sink.counts).toEqual({ packets: 2, bytes: 7, streams: 1 });
});
