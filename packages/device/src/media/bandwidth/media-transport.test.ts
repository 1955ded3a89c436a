/** @module One transport for all lines: its sequence, what its viewer reports, and reports that lie. */
import { silentLogger } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholePayload } from '../rtp/payload.ts';
import { writeRtpPacket } from '../rtp/rtp-packet.ts';
import { writeTransportFeedback } from '../rtp/transport-feedback.fixture.ts';
import { DEFAULT_CEILING, MIN_ESTIMATE } from './bandwidth-estimate.ts';
import { MediaTransport } from './media-transport.ts';

function setUp() {
  const clock = new ManualClock(0);
  const sent: Uint8Array[] = [];
  let accepts = true;
  const send = (packet: Uint8Array): boolean => accepts && sent.push(packet) > 0;
  const transport = new MediaTransport({ send, clock, logger: silentLogger });
  const sendOn = (ssrc: number, extensionId?: number): boolean =>
    transport.sendRtp({
      kind: 'video',
      extensionId,
      write: (transportSequence) =>
        writeRtpPacket(
          { marker: true, payloadType: 96, sequenceNumber: 1, timestamp: 0, ssrc },
          wholePayload(new Uint8Array(1_000)),
          { transportSequence },
        ),
    });
  const sequences = (): number[] => sent.map((packet) => Buffer.from(packet).readUInt16BE(17));
  return { clock, transport, sent, sendOn, sequences, accept: (value: boolean) => (accepts = value) };
}

/** A receiver report of one block. */
function receiverReport(ssrc: number, lost: number): Uint8Array {
  const bytes = Buffer.alloc(32);
  bytes.set([0x81, 201, 0, 7]);
  bytes.writeUInt32BE(ssrc, 8);
  bytes.writeUInt8(Math.round(lost * 256), 12);
  return bytes;
}

test('numbers the packets of all lines in one sequence, without those that could not be sent', () => {
  const { sendOn, sequences, accept } = setUp();
  sendOn(1, 3);
  sendOn(2, 3);
  accept(false);
  expect(sendOn(1, 3)).toBe(false);
  accept(true);
  sendOn(2, 3);
  expect(sequences()).toEqual([0, 1, 2]);
});

test('writes no extension on a line whose client has not accepted it', () => {
  const { sendOn, sent } = setUp();
  sendOn(1);
  expect([sent[0]?.length, (sent[0]?.[0] ?? 0) & 0x10]).toEqual([1_012, 0]);
});

describe('a packet that is sent again', () => {
  test('counts as sound that leaves less for pictures', () => {
    const { clock, transport } = setUp();
    const packet = Buffer.alloc(962);
    for (let sequence = 0; sequence < 40; sequence += 1) {
      transport.sendRtp({ kind: 'audio', extensionId: 3, write: () => packet });
      transport.sendRtpAgain({ kind: 'audio', transportSequence: sequence, packet });
      clock.advance(100);
    }
    transport.handleRtcp(writeTransportFeedback({ base: 0, arrivals: [1], counter: 0 }));
    const { bitsPerSecond, videoBitsPerSecond } = transport.bandwidth.current;
    // Twenty packets of a thousand bytes each second.
    expect((bitsPerSecond - videoBitsPerSecond) / 160_000).toBeCloseTo(1, 1);
  });

  test('needs no report', () => {
    const { clock, transport, sendOn, sent } = setUp();
    sendOn(1, 3);
    transport.handleRtcp(writeTransportFeedback({ base: 0, arrivals: [1], counter: 0 }));
    const [packet = new Uint8Array(0)] = sent;
    for (let count = 0; count < 15; count += 1) {
      transport.sendRtpAgain({ kind: 'video', transportSequence: 0, packet });
      clock.advance(100);
    }
    sendOn(1, 3);
    expect(transport.isInterrupted).toBe(false);
  });
});

describe('a viewer that reports no arrival', () => {
  test('is limited by the loss in its receiver reports, and rises again', () => {
    const { clock, transport, sendOn } = setUp();
    const second = (lost: number): number => {
      for (let count = 0; count < 100; count += 1) {
        sendOn(7);
        clock.advance(10);
      }
      transport.handleRtcp(receiverReport(7, lost));
      return transport.bandwidth.current.bitsPerSecond;
    };
    expect(second(0.05)).toBe(DEFAULT_CEILING);
    const limited = second(0.5);
    // A hundred packets a second are 840 kbit/s.
    expect(limited).toBeGreaterThan(500_000);
    expect(limited).toBeLessThan(700_000);
    expect(transport.bandwidth.current.reason).toBe('loss');
    expect(transport.pace).toBe(limited);
    expect(second(0)).toBeCloseTo(limited * 1.08, -3);
  });

  test('is not limited by a report on the SSRC of another', () => {
    const { transport, sendOn } = setUp();
    sendOn(7);
    transport.handleRtcp(receiverReport(8, 0.9));
    expect(transport.bandwidth.current.bitsPerSecond).toBe(DEFAULT_CEILING);
  });

  test('nor anything else has the lowest estimate after five seconds, at an unlimited pace', () => {
    const { clock, transport, sendOn } = setUp();
    for (let second = 0; second <= 5; second += 1) {
      sendOn(7);
      clock.advance(1_000);
    }
    expect(transport.bandwidth.current).toMatchObject({ bitsPerSecond: 300_000, reason: 'no-feedback' });
    expect(transport.pace).toBe(DEFAULT_CEILING);
  });
});

describe('reports that lie', () => {
  test('keep the estimate within its bounds, whatever they say', () => {
    const arrival = fc.option(fc.integer({ min: 0, max: 2 ** 24 * 64 }), { nil: undefined });
    const report = fc.record({
      base: fc.integer({ min: 0, max: 65_535 }),
      // Within one message, a delta has two bytes.
      first: arrival,
      steps: fc.array(fc.option(fc.integer({ min: -8_000, max: 8_000 }), { nil: undefined }), {
        maxLength: 50,
      }),
    });
    fc.assert(
      fc.property(fc.array(report, { maxLength: 30 }), (reports) => {
        const { clock, transport, sendOn } = setUp();
        for (const { base, first, steps } of reports) {
          for (let count = 0; count < 20; count += 1) sendOn(1, 3);
          clock.advance(50);
          let atMs = first ?? 0;
          const arrivals = steps.map((step) =>
            step === undefined ? undefined : (atMs = Math.max(0, atMs + step)),
          );
          transport.handleRtcp(
            writeTransportFeedback({ base: base % 100, arrivals: [first, ...arrivals], counter: 0 }),
          );
          const { bitsPerSecond } = transport.bandwidth.current;
          expect(bitsPerSecond).toBeGreaterThanOrEqual(MIN_ESTIMATE);
          expect(bitsPerSecond).toBeLessThanOrEqual(DEFAULT_CEILING);
          expect(transport.pace).toBeGreaterThanOrEqual(MIN_ESTIMATE / 2);
        }
      }),
    );
  });

  test('in a flood are not read, and do not keep the reports of a second later from being read', () => {
    const { clock, transport, sendOn } = setUp();
    for (let count = 0; count < 10; count += 1) sendOn(1, 3);
    const lie = writeTransportFeedback({ base: 20_000, arrivals: [1, 2, 3], counter: 0 });
    for (let count = 0; count < 200; count += 1) transport.handleRtcp(lie);
    const honest = (): void =>
      transport.handleRtcp(
        writeTransportFeedback({
          base: 0,
          arrivals: Array.from({ length: 10 }, (_, index) => index),
          counter: 0,
        }),
      );
    honest();
    expect(transport.isControlled).toBe(false);
    clock.advance(1_000);
    honest();
    expect(transport.isControlled).toBe(true);
  });
});
