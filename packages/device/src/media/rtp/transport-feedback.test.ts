/** @module Feedback on the arrival of packets is read as written, and what lies or is cut off costs nothing. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rtcpBlocks } from './rtcp-blocks.ts';
import { writeTransportFeedback } from './transport-feedback.fixture.ts';
import { feedbackCount, readTransportFeedback, type TransportFeedback } from './transport-feedback.ts';

const read = (packet: Uint8Array): (TransportFeedback | undefined)[] =>
  rtcpBlocks(packet).map((block) => readTransportFeedback(block));
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('a message', () => {
  // The fields of draft-holmer-rmcat-transport-wide-cc-extensions-01 section 3.1, encoded by hand.
  test('with a run and small deltas', () => {
    const packet = hex('8fcd 0006 00000001 00000002 0005 0003 000002 07 2003 0408 10 000000 00000000');
    expect(read(packet)).toEqual([
      {
        reference: 2,
        packets: [
          { sequence: 5, arrivalMs: 1 },
          { sequence: 6, arrivalMs: 3 },
          { sequence: 7, arrivalMs: 7 },
        ],
      },
    ]);
  });

  test('with a vector of one bit, and a sequence that wraps around', () => {
    const packet = hex('8fcd 0005 00000001 00000002 ffff 0003 000000 00 a800 0404 0000');
    expect(read(packet)[0]?.packets).toEqual([
      { sequence: 65_535, arrivalMs: 1 },
      { sequence: 0, arrivalMs: undefined },
      { sequence: 1, arrivalMs: 2 },
    ]);
  });

  test('is read as it was written, for any arrivals', () => {
    const arrival = fc.option(fc.integer({ min: 0, max: 4_000 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        fc.array(arrival, { minLength: 1, maxLength: 60 }),
        (base, arrivals) => {
          const [feedback] = read(writeTransportFeedback({ base, arrivals, counter: 0 }));
          const startMs = (feedback?.reference ?? 0) * 64;
          expect(
            feedback?.packets.map(({ arrivalMs }) =>
              arrivalMs === undefined ? undefined : startMs + arrivalMs,
            ),
          ).toEqual(arrivals);
          expect(feedback?.packets.map(({ sequence }) => sequence)).toEqual(
            arrivals.map((_, index) => (base + index) % 2 ** 16),
          );
        },
      ),
    );
  });
});

describe('ignores', () => {
  test.each([
    [
      'a message for more packets than are remembered',
      '8fcd 0004 00000001 00000002 0000 ffff 000000 00 3fff 3fff',
    ],
    ['a message without packets', '8fcd 0004 00000001 00000002 0000 0000 000000 00 0000 0000'],
    ['a run of nothing, which would never end', '8fcd 0004 00000001 00000002 0000 0003 000000 00 2000 0000'],
    ['deltas that are missing', '8fcd 0004 00000001 00000002 0000 0009 000000 00 2009 0404'],
    ['another format', '81cd 0004 00000001 00000002 0000 0003 000000 00 2003 0404'],
    ['a header without contents', '8fcd 0002 00000001 00000002'],
  ])('%s', (_, text) => {
    expect(read(hex(text))).toEqual([undefined]);
  });

  test('any bytes that are no message, without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 200 }), (body) => {
        const block = {
          type: 205,
          format: 15,
          body: new DataView(body.buffer, body.byteOffset, body.byteLength),
        };
        const feedback = readTransportFeedback(block);
        expect([undefined, feedbackCount(block)]).toContain(feedback?.packets.length);
      }),
    );
  });
});
