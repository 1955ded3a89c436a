/** @module A client's audio reaches the sink, and the client gets reception reports. */
import { expect, test } from 'vitest';
import { OPUS_CODEC } from '../audio-codecs.ts';
import type { AudioSink } from '../audio-sink.ts';
import { createTransport } from '../bandwidth/media-transport.fixture.ts';
import { readReportedMoment } from './receiver-report.ts';
import { Reception } from './reception.ts';
import { RtcpType, rtcpBlocks } from './rtcp-blocks.ts';
import type { RtpLine, RtpLineEvents } from './rtp-line.ts';
import { writeRtpPacket } from './rtp-packet.ts';
import { RtpReceiver } from './rtp-receiver.ts';
import { writeSenderReport } from './sender-report.ts';

const CLIENT_SSRC = 0xfffffffe;
const DEVICE_SSRC = 0x01020304;

function setUp() {
  const sent: Uint8Array[] = [];
  const received: number[] = [];
  const listeners = new Set<(packet: Uint8Array) => void>();
  const transport = createTransport();
  const line: RtpLine = {
    isOpen: true,
    bandwidth: transport.bandwidth,
    transport,
    transportSequenceId: undefined,
    on: <K extends keyof RtpLineEvents>(name: K, listener: (...args: RtpLineEvents[K]) => void) => {
      const hear = (packet: Uint8Array): void => void Reflect.apply(listener, undefined, [packet]);
      if (name === 'packet') listeners.add(hear);
      return () => listeners.delete(hear);
    },
    send: (packet) => sent.push(packet) > 0,
  };
  const sink: AudioSink = {
    open: () => ({
      write: ({ sequenceNumber }) => void received.push(sequenceNumber),
      close: () => undefined,
    }),
  };
  const receiver = new RtpReceiver({
    line,
    sink,
    codecs: new Map([[111, OPUS_CODEC]]),
    ssrc: DEVICE_SSRC,
    cname: 'device',
  });
  const receive = (packet: Uint8Array): void => {
    for (const listener of listeners) listener(packet);
  };
  const sendAudio = (sequenceNumber: number, payload = Uint8Array.of(1), payloadType = 111): void =>
    receive(
      writeRtpPacket(
        { marker: false, payloadType, sequenceNumber, timestamp: 0, ssrc: CLIENT_SSRC },
        { header: new Uint8Array(0), body: payload },
      ),
    );
  return { sent, received, receiver, receive, sendAudio };
}

const senderReport = (ssrc = CLIENT_SSRC): Uint8Array =>
  writeSenderReport({ ssrc, cname: 'client', wallMs: 1_000.5, timestamp: 1, packets: 1, bytes: 1 });

test('writes audio packets to the sink, except probes and codecs that were not negotiated', () => {
  const { received, sendAudio } = setUp();
  sendAudio(1);
  sendAudio(2, new Uint8Array(0));
  sendAudio(3, Uint8Array.of(1), 13);
  sendAudio(4);
  expect(received).toEqual([1, 4]);
});

test('answers a sender report with the packet loss (RFC 3550 section 6.4.2)', () => {
  const { sent, receive, sendAudio } = setUp();
  for (const number of [65_533, 65_534, 0, 2]) sendAudio(number);
  receive(senderReport());
  const [report, description] = rtcpBlocks(sent[0] ?? new Uint8Array(0));
  expect(report).toMatchObject({ type: RtcpType.receiverReport, format: 1 });
  expect(description?.type).toBe(RtcpType.sourceDescription);
  const body = report?.body ?? new DataView(new ArrayBuffer(28));
  expect([body.getUint32(0), body.getUint32(4)]).toEqual([DEVICE_SSRC, CLIENT_SSRC]);
  // Six packets were expected, from 65533 to 2, and four arrived.
  expect([body.getUint8(8), body.getUint32(8) & 0xffffff]).toEqual([Math.floor((2 * 256) / 6), 2]);
  expect(body.getUint32(12)).toBe(65_536 + 2);
  expect(body.getUint32(20)).toBe(readReportedMoment(senderReport(), CLIENT_SSRC));
});

test('reports the fraction lost since the last report, and does not count duplicates as lost', () => {
  const reception = new Reception({ ssrc: 1, sequenceNumber: 0 });
  for (const number of [0, 2]) reception.handlePacket(number);
  expect(reception.report()).toMatchObject({ fractionLost: Math.floor(256 / 3), lost: 1 });
  expect(reception.report()).toMatchObject({ fractionLost: 0, lost: 1 });
  for (const number of [3, 3, 3]) reception.handlePacket(number);
  expect(reception.report()).toMatchObject({ fractionLost: 0, lost: -1 });
});

test.each([
  ['a report of another', senderReport(7)],
  ['a report that is cut short', senderReport().subarray(0, 20)],
  ['a source description', senderReport().subarray(28)],
  ['nothing', new Uint8Array(0)],
])('does not answer %s', (_what, packet) => {
  const { sent, receive, sendAudio } = setUp();
  receive(senderReport());
  sendAudio(1);
  receive(packet);
  expect(sent).toEqual([]);
});

test('after close neither writes audio nor answers reports', () => {
  const { sent, received, receiver, receive, sendAudio } = setUp();
  sendAudio(1);
  receiver.close();
  sendAudio(2);
  receive(senderReport());
  expect([received, sent]).toEqual([[1], []]);
});
