/** @module Reading the media lines of a description, and writing directions into one. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkMediaLineCount, MAX_MEDIA_LINES, parseSdpMedia } from './sdp-media.ts';
import { withDirections } from './with-directions.ts';

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
  'a=msid:s t',
  'm=video 0 UDP/TLS/RTP/SAVPF 96',
  'a=mid:2',
  'a=rtpmap:96 VP8/90000',
  '',
].join('\r\n');

test('media lines with their mids, directions and codecs', () => {
  const [application, audio, video] = parseSdpMedia(SDP);
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
  });
  expect(video).toMatchObject({ kind: 'video', mid: '2', direction: 'sendrecv', isRejected: true });
});

test('a bundled line with port 0 is in use (RFC 9143 section 6)', () => {
  expect(parseSdpMedia('m=audio 0 x 111\r\na=bundle-only\r\n')[0]?.isRejected).toBe(false);
});

test('a description with too many lines is refused', () => {
  expect(() => checkMediaLineCount('m=audio 9 x 0\r\n'.repeat(MAX_MEDIA_LINES))).not.toThrow();
  expect(() => checkMediaLineCount('m=audio 9 x 0\r\n'.repeat(MAX_MEDIA_LINES + 1))).toThrow(
    expect.objectContaining({ code: 'ERR_NEGOTIATION' }),
  );
});

test('any text in: at most so many lines out', () => {
  expect(parseSdpMedia('m=audio 9 x 0\r\n'.repeat(1000))).toHaveLength(MAX_MEDIA_LINES);
  const lines = fc.array(fc.oneof(fc.constantFrom(...SDP.split('\r\n')), fc.string()));
  fc.assert(
    fc.property(lines, (texts) => {
      expect(parseSdpMedia(texts.join('\r\n')).length).toBeLessThanOrEqual(MAX_MEDIA_LINES);
    }),
  );
});

test('a direction is written into its own line, and a line that does not send names no stream', () => {
  const inactive = withDirections(SDP, new Map([['1', { direction: 'inactive' }]]));
  expect(inactive).toBe(
    SDP.replace('a=recvonly', 'a=inactive').replace('a=ssrc:7 cname:x\r\na=msid:s t\r\n', ''),
  );
  expect(withDirections(SDP, new Map([['1', { direction: 'sendonly' }]]))).toBe(
    SDP.replace('a=recvonly', 'a=sendonly'),
  );
  expect(withDirections(SDP, new Map())).toBe(SDP);
});
