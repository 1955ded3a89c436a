/** @module Parsing the media lines of a description. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MEDIA_LINES, parseSdp } from './sdp-media.ts';

const SDP = [
  'v=0',
  'a=group:BUNDLE 0 1 2',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
  'a=mid:1',
  'a=recvonly',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=ssrc:7 cname:x',
  'a=extmap:3 urn:example:one',
  'a=extmap:15 urn:example:needs-two-bytes',
  'a=extmap:4/sendonly urn:example:one-way',
  'a=msid:s t',
  'm=video 0 UDP/TLS/RTP/SAVPF 96',
  'a=mid:2',
  'a=rtpmap:96 VP8/90000',
  '',
].join('\r\n');

test('parses media lines with their mids, directions and codecs', () => {
  const [application, audio, video] = parseSdp(SDP).media;
  expect(application).toMatchObject({ kind: 'application', mid: '0', isRejected: false, codecs: [] });
  expect(audio).toEqual({
    kind: 'audio',
    mid: '1',
    direction: 'recvonly',
    isRejected: false,
    codecs: [
      {
        payloadType: 111,
        name: 'opus',
        clockRate: 48_000,
        channels: 2,
        parameters: 'minptime=10;useinbandfec=1',
      },
      { payloadType: 0, name: 'PCMU', clockRate: 8000, channels: undefined, parameters: '' },
    ],
    protocol: 'UDP/TLS/RTP/SAVPF',
    formats: ['111', '0'],
    ssrcs: [7],
    extensions: [{ id: 3, uri: 'urn:example:one' }],
  });
  expect(video).toMatchObject({ kind: 'video', mid: '2', direction: 'sendrecv', isRejected: true });
});

test('a bundle-only line with port 0 is in use (RFC 9143 section 6)', () => {
  expect(parseSdp('m=audio 0 x 111\r\na=bundle-only\r\n').media[0]?.isRejected).toBe(false);
});

test('rejects a description with too many lines', () => {
  expect(() => parseSdp('m=audio 9 x 0\r\n'.repeat(MAX_MEDIA_LINES))).not.toThrow();
  expect(() => parseSdp('m=audio 9 x 0\r\n'.repeat(MAX_MEDIA_LINES + 1))).toThrow(
    expect.objectContaining({ code: 'ERR_NEGOTIATION' }),
  );
  expect(() => parseSdp('a\n'.repeat(4095))).not.toThrow();
  expect(() => parseSdp('a\n'.repeat(4096))).toThrow(expect.objectContaining({ code: 'ERR_NEGOTIATION' }));
});

test('reads at most 128 formats of a line', () => {
  const [line] = parseSdp(
    `m=audio 9 x ${Array.from({ length: 300 }, (_, index) => `0 ${index}`).join(' ')}\r\n`,
  ).media;
  expect([line?.formats.length, line?.codecs.length]).toEqual([128, 128]);
});

test.each([
  ['a=mid:a!b', 'a!b'],
  ['a=mid:a"b', ''],
  ['a=mid:a\u0001b', ''],
  ['a=mid:a\rb', ''],
  [`a=mid:${'x'.repeat(257)}`, ''],
])('accepts a mid only if it is a token of at most 256 characters: %j', (text, mid) => {
  expect(parseSdp(`m=audio 9 x 0\r\n${text}\r\n`).media[0]?.mid).toBe(mid);
});

test('ignores codec names and parameters over the length limit', () => {
  const long = 'x'.repeat(2000);
  const text = `m=audio 9 x 96 97\r\na=rtpmap:96 ${long}/8000\r\na=rtpmap:97 opus/48000/2\r\na=fmtp:97 ${long}\r\n`;
  expect(parseSdp(text).media[0]?.codecs).toMatchObject([
    { name: 'unknown', parameters: '' },
    { name: 'opus', parameters: '' },
  ]);
});

test('for any text, returns as many media lines as the text has sections', () => {
  const lines = fc.array(fc.oneof(fc.constantFrom(...SDP.split('\r\n')), fc.string()), {
    maxLength: MAX_MEDIA_LINES,
  });
  fc.assert(
    fc.property(lines, (texts) => {
      const heads = texts.filter((line) => line.startsWith('m='));
      expect(parseSdp(texts.join('\r\n')).media).toHaveLength(heads.length);
    }),
  );
});
