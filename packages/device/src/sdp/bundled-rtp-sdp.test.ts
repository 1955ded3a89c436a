/** @module The library sees the same two lines whatever the client describes, and the client sees its own lines. */
import { EdgeError } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHROMIUM_DATA_OFFER,
  CHROMIUM_MAX_BUNDLE_OFFER,
  CHROMIUM_MICROPHONE_OFFER,
  CHROMIUM_STOPPED_OFFER,
  FIREFOX_OFFER,
} from './browser-descriptions.fixture.ts';
import { fromBundledRtpSdp, toBundledRtpSdp } from './bundled-rtp-sdp.ts';
import { localSections, type LocalLine } from './local-sections.ts';
import type { MediaDirection, SdpCodec } from './sdp-media.ts';
import { MAX_MEDIA_LINES, parseSdp } from './sdp-media.ts';
import { splitSdp } from './sdp-sections.ts';

/** As libdatachannel 0.24.5 answers, except for the port. */
const NATIVE = [
  'v=0',
  'o=rtc 81335011 0 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 rtp',
  'a=group:LS rtp',
  'a=msid-semantic:WMS *',
  'a=ice-options:ice2,trickle',
  'a=fingerprint:sha-256 7C:01',
  'm=application 46662 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 192.0.2.1',
  'a=mid:0',
  'a=sendrecv',
  'a=sctp-port:5000',
  'a=max-message-size:262144',
  'a=setup:active',
  'a=ice-ufrag:0TJa',
  'a=ice-pwd:zE2AhnIxnoaqt/szJjPAI6',
  'a=candidate:1 1 UDP 2114977791 192.0.2.1 46662 typ host',
  'a=end-of-candidates',
  'm=video 46662 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 192.0.2.1',
  'a=mid:rtp',
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:96 VP8/90000',
  'a=setup:active',
  'a=ice-ufrag:0TJa',
  'a=ice-pwd:zE2AhnIxnoaqt/szJjPAI6',
  '',
].join('\r\n');

const codec = (payloadType: number, name: string, clockRate: number, parameters = ''): SdpCodec => ({
  payloadType,
  name,
  clockRate,
  channels: name === 'opus' ? 2 : undefined,
  parameters,
});
const local = (
  mid: string,
  kind: 'audio' | 'video',
  direction: MediaDirection,
  trackId = 'camera',
): [string, LocalLine] => {
  const codecs =
    kind === 'audio'
      ? [codec(111, 'opus', 48_000, 'minptime=10'), codec(0, 'PCMU', 8_000)]
      : [codec(102, 'H264', 90_000, 'packetization-mode=1')];
  return [mid, { direction, description: { mid, kind, codecs, ssrc: 7, cname: 'c', trackId } }];
};

const answer = (offer: string, ...lines: readonly [string, LocalLine][]): string =>
  fromBundledRtpSdp(
    NATIVE,
    localSections({ type: 'answer', remote: parseSdp(offer).media, lines: new Map(lines) }),
  );
const toNative = (sdp: string): string => toBundledRtpSdp(parseSdp(sdp));
const heads = (sdp: string): unknown =>
  splitSdp(sdp).sections.map((lines) => [lines[0], lines.find((line) => line.startsWith('a=mid:'))]);
/** The lines for the library; empty if no line is in use. */
function linesForLibrary(sdp: string): unknown {
  try {
    return heads(toNative(sdp));
  } catch (error) {
    if (error instanceof EdgeError) return [];
    throw error;
  }
}
const DATA_HEAD = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0'];
const BUNDLED_RTP_HEAD = ['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:rtp'];

describe('descriptions for the library', () => {
  test.each([
    ['data channels only', CHROMIUM_DATA_OFFER],
    ['media before the data channels', CHROMIUM_MAX_BUNDLE_OFFER],
    ['a microphone', CHROMIUM_MICROPHONE_OFFER],
    ['a stopped line', CHROMIUM_STOPPED_OFFER],
    ['session-level attributes, from Firefox', FIREFOX_OFFER],
    ['media mids like the bundled RTP line’s', CHROMIUM_MICROPHONE_OFFER.replaceAll('a=mid:0', 'a=mid:rtp')],
    ['a data mid like the bundled RTP line’s', CHROMIUM_DATA_OFFER.replaceAll('a=mid:0', 'a=mid:rtp')],
    ['two data lines', CHROMIUM_DATA_OFFER + CHROMIUM_DATA_OFFER.slice(CHROMIUM_DATA_OFFER.indexOf('m='))],
  ])('have the same two lines for an offer with %s', (_what, offer) => {
    const sdp = toNative(offer);
    expect(heads(sdp)).toEqual([DATA_HEAD, BUNDLED_RTP_HEAD]);
    expect(sdp).toContain('a=group:BUNDLE 0 rtp\r\n');
    expect(sdp).not.toMatch(/ssrc|msid:/u);
  });

  test('contain only the bundled RTP line if the client has no data channels', () => {
    const [media = ''] = CHROMIUM_MICROPHONE_OFFER.split('m=application');
    expect(heads(toNative(media))).toEqual([BUNDLED_RTP_HEAD]);
    expect(toNative(media)).toContain('a=group:BUNDLE rtp\r\n');
    const stopped = CHROMIUM_MICROPHONE_OFFER.replace('m=application 9', 'm=application 0');
    expect(heads(toNative(stopped))).toEqual([BUNDLED_RTP_HEAD]);
  });

  test('take the transport from the first line in use, and its candidates once', () => {
    const [data] = splitSdp(toNative(CHROMIUM_DATA_OFFER)).sections;
    expect(data).toEqual([
      ...DATA_HEAD.toSpliced(1, 0, 'c=IN IP4 0.0.0.0'),
      'a=sctp-port:5000',
      'a=max-message-size:262144',
      'a=ice-ufrag:fn3l',
      'a=ice-pwd:Ub5GM1ZB+iUfwIWbk730qmKa',
      'a=ice-options:trickle',
      'a=fingerprint:sha-256 20:EA:C2:EB:AB:F3:60:42:0E:34:81:6E:3B:F5:05:66:4E:93:26:93:42:67:68:0F:75:08:8A:9A:17:FE:68:26',
      'a=setup:actpass',
      'a=candidate:2377843528 1 udp 2113937151 192.0.2.7 53596 typ host generation 0 network-cost 999',
      'a=candidate:1188938408 1 udp 2113942271 192.0.2.7 38342 typ host generation 0 network-cost 999',
    ]);
    const other = CHROMIUM_STOPPED_OFFER.replace('a=ice-ufrag:CDlf', 'a=ice-ufrag:gone');
    expect(toNative(other)).toContain('a=ice-ufrag:CDlf');
    expect(toNative(other)).not.toContain('a=ice-ufrag:gone');
  });

  test('take session-level attributes where a line has none', () => {
    expect(toNative(FIREFOX_OFFER)).toContain('a=fingerprint:sha-256 20:EA');
    expect(toNative(FIREFOX_OFFER)).toContain('a=max-message-size:1073741823');
    expect(toNative(FIREFOX_OFFER).match(/^a=ice-ufrag/gmu)).toHaveLength(1);
  });

  test.each(['', 'v=0\r\n', CHROMIUM_DATA_OFFER.replace('m=application 9', 'm=application 0')])(
    'throw ERR_NEGOTIATION if no line is in use',
    (sdp) => {
      expect(() => toNative(sdp)).toThrow(expect.objectContaining({ code: 'ERR_NEGOTIATION' }));
    },
  );
});

test('for any lines, the library gets the same two and the client as many as it sent', () => {
  const recorded = [CHROMIUM_MICROPHONE_OFFER, FIREFOX_OFFER].flatMap((sdp) => sdp.split('\r\n'));
  const lines = fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...recorded) }, fc.string()), {
    maxLength: MAX_MEDIA_LINES,
  });
  fc.assert(
    fc.property(lines, (texts) => {
      const sdp = texts.join('\r\n');
      const written = answer(sdp, local('0', 'audio', 'sendrecv'), local('1', 'video', 'sendonly'));
      expect(parseSdp(written).media).toHaveLength(parseSdp(sdp).media.length);
      expect([[DATA_HEAD, BUNDLED_RTP_HEAD], [BUNDLED_RTP_HEAD], []]).toContainEqual(linesForLibrary(sdp));
    }),
  );
});

describe('answers to the client', () => {
  test('accept the transport sequence and its feedback on lines that offer it, and on no others', () => {
    const extension = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';
    const offer = `m=video 9 UDP/TLS/RTP/SAVPF 102\r\na=mid:1\r\na=extmap:4 ${extension}\r\nm=video 9 UDP/TLS/RTP/SAVPF 102\r\na=mid:2\r\n`;
    const sdp = answer(offer, local('1', 'video', 'sendonly'), local('2', 'video', 'sendonly'));
    const [accepted, other] = splitSdp(sdp).sections;
    expect(accepted).toContain(`a=extmap:4 ${extension}`);
    expect(accepted).toContain('a=rtcp-fb:102 transport-cc');
    expect(other?.join()).not.toMatch(/extmap|transport-cc/u);
  });

  test('have the lines of the offer in the same order, each with the device’s address', () => {
    const sdp = answer(
      CHROMIUM_MICROPHONE_OFFER,
      local('1', 'video', 'sendonly'),
      local('0', 'audio', 'recvonly'),
    );
    expect(splitSdp(sdp)).toEqual({
      session: [
        'v=0',
        'o=rtc 81335011 0 IN IP4 127.0.0.1',
        's=-',
        't=0 0',
        'a=msid-semantic:WMS *',
        'a=ice-options:ice2,trickle',
        'a=fingerprint:sha-256 7C:01',
        'a=group:BUNDLE 0 1 2',
      ],
      sections: [
        [
          'm=audio 46662 UDP/TLS/RTP/SAVPF 111 0',
          'c=IN IP4 192.0.2.1',
          'a=mid:0',
          'a=recvonly',
          'a=rtcp-mux',
          'a=rtpmap:111 opus/48000/2',
          'a=rtcp-fb:111 nack',
          'a=fmtp:111 minptime=10',
          'a=rtpmap:0 PCMU/8000',
          'a=rtcp-fb:0 nack',
          'a=setup:active',
          'a=ice-ufrag:0TJa',
          'a=ice-pwd:zE2AhnIxnoaqt/szJjPAI6',
          'a=candidate:1 1 UDP 2114977791 192.0.2.1 46662 typ host',
          'a=end-of-candidates',
        ],
        [
          'm=video 46662 UDP/TLS/RTP/SAVPF 102',
          'c=IN IP4 192.0.2.1',
          'a=mid:1',
          'a=sendonly',
          'a=msid:c camera',
          'a=ssrc:7 cname:c',
          'a=ssrc:7 msid:c camera',
          'a=rtcp-mux',
          'a=rtpmap:102 H264/90000',
          'a=rtcp-fb:102 nack',
          'a=rtcp-fb:102 nack pli',
          'a=rtcp-fb:102 ccm fir',
          'a=fmtp:102 packetization-mode=1',
          'a=setup:active',
          'a=ice-ufrag:0TJa',
          'a=ice-pwd:zE2AhnIxnoaqt/szJjPAI6',
        ],
        [
          'm=application 46662 UDP/DTLS/SCTP webrtc-datachannel',
          'c=IN IP4 192.0.2.1',
          'a=mid:2',
          'a=sctp-port:5000',
          'a=max-message-size:262144',
          'a=setup:active',
          'a=ice-ufrag:0TJa',
          'a=ice-pwd:zE2AhnIxnoaqt/szJjPAI6',
        ],
      ],
    });
  });

  test('keep the position of a rejected line and put the candidates into the first line in use', () => {
    const sdp = answer(CHROMIUM_STOPPED_OFFER, local('1', 'video', 'sendonly'));
    const [stopped, used] = splitSdp(sdp).sections;
    expect(stopped).toEqual([
      'm=audio 0 UDP/TLS/RTP/SAVPF 111 0',
      'c=IN IP4 0.0.0.0',
      'a=mid:0',
      'a=inactive',
    ]);
    expect(used).toContain('a=end-of-candidates');
    expect(sdp).toContain('a=group:BUNDLE 1 2\r\n');
  });

  test('give a port to a bundle-only line', () => {
    expect(heads(answer(FIREFOX_OFFER, local('1', 'video', 'sendonly')))).toEqual([
      ['m=application 46662 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0'],
      ['m=video 46662 UDP/TLS/RTP/SAVPF 102', 'a=mid:1'],
    ]);
  });

  test('contain no msid for a line that does not send', () => {
    const inactive = answer(CHROMIUM_MICROPHONE_OFFER, local('0', 'audio', 'inactive'));
    expect(inactive).toContain('a=inactive');
    expect(inactive).not.toMatch(/a=(?:ssrc|msid):/u);
  });

  test('omit a track id that would inject another line', () => {
    const sdp = answer(CHROMIUM_MICROPHONE_OFFER, local('1', 'video', 'sendonly', 'x\r\na=evil'));
    expect(sdp).not.toContain('evil');
    expect(sdp).toContain('a=msid:c\r\n');
  });
});
