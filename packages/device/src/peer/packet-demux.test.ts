/** @module Which media line each packet is assigned to. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSdp } from '../sdp/sdp-media.ts';
import { PacketDemux } from './packet-demux.ts';

const section = (kind: string, mid: string, formats: string, ...lines: readonly string[]): string =>
  [`m=${kind} 9 UDP/TLS/RTP/SAVPF ${formats}`, `a=mid:${mid}`, ...lines, ''].join('\r\n');

const demux = new PacketDemux(
  parseSdp(
    [
      section('audio', 'a', '111 0', 'a=sendrecv', 'a=ssrc:10 cname:x'),
      section('audio', 'b', '111 8', 'a=sendonly', 'a=ssrc:11 cname:x', 'a=ssrc:12 cname:x'),
      section('video', 'shown', '96', 'a=recvonly', 'a=ssrc:13 cname:x'),
      section('audio', 'gone', '9', 'a=ssrc:14 cname:x').replace('m=audio 9', 'm=audio 0'),
    ].join(''),
  ).media,
);

const rtp = (payloadType: number, ssrc: number): Uint8Array => {
  const packet = Buffer.alloc(12 + 4);
  packet.writeUInt16BE(0x8000 | payloadType, 0);
  packet.writeUInt32BE(ssrc, 8);
  return packet.subarray(0, 12);
};
const targetOf = (packet: Uint8Array): string => {
  const target = demux.targetOf(packet);
  return target.kind === 'line' ? target.mid : target.kind;
};

test.each([
  ['the SSRC of a line', rtp(111, 10), 'a'],
  ['the second SSRC of a line', rtp(111, 12), 'b'],
  ['a marked packet', rtp(0x80 | 111, 11), 'b'],
  ['the SSRC before the payload type', rtp(8, 10), 'a'],
  ['an SSRC that was not signaled, a payload type of one line', rtp(8, 99), 'b'],
  ['a payload type of two lines', rtp(111, 99), 'unknown'],
  ['a payload type of no line', rtp(100, 99), 'unknown'],
  ['a line on which the client does not send', rtp(96, 13), 'unknown'],
  ['a line that was rejected', rtp(9, 14), 'unknown'],
  ['RTCP of any kind', Uint8Array.of(0x80, 200, 0, 0), 'all'],
  ['a source description cut short', Uint8Array.of(0x81, 202, 0xff, 0xff), 'all'],
  ['RTP cut short', rtp(111, 10).subarray(0, 11), 'unknown'],
  ['another version', Uint8Array.of(0x40, 200, 0, 0), 'unknown'],
  ['nothing', new Uint8Array(0), 'unknown'],
])('finds the target of a packet: %s', (_what, packet, expected) => {
  expect(targetOf(packet)).toBe(expected);
});

test('targetOf returns a target for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (packet) => {
      expect(['a', 'b', 'all', 'unknown']).toContain(targetOf(packet));
    }),
  );
});
