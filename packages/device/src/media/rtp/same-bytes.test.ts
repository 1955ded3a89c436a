/**
 * @module What leaves with one SSRC and sequence number is the same each time. SRTP protects it with the same nonce: with AES-GCM, two
 * different packets would show its authentication key to an attacker who reads both (ADR 76).
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PICTURE_SSRC, SimulatedViewer, SOUND_SSRC } from '../bandwidth/simulated-viewer.fixture.ts';
import { parseRtpPacket } from './rtp-packet.ts';

/** The packets that a viewer was sent, by SSRC and sequence number. */
function packetsOf({ line }: SimulatedViewer): Map<string, string[]> {
  const packets = new Map<string, string[]>();
  for (const { packet } of line.offered) {
    const header = parseRtpPacket(packet);
    if (header === undefined) continue;
    const key = `${header.ssrc} ${header.sequenceNumber}`;
    packets.set(key, [...(packets.get(key) ?? []), Buffer.from(packet).toString('hex')]);
  }
  return packets;
}

test('a packet that is sent again is the same, whatever the viewer asks for, reports and negotiates meanwhile', () => {
  const step = fc.record({
    durationMs: fc.integer({ min: 10, max: 400 }),
    ssrc: fc.constantFrom(PICTURE_SSRC, SOUND_SSRC),
    /** How long ago the packets were sent that the viewer asks for. */
    ages: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
    transportSequenceId: fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }),
  });
  let repeated = 0;
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom(0, 0.05, 0.3),
      fc.array(step, { maxLength: 10 }),
      (seed, lossShare, steps) => {
        const quality = { bitsPerSecond: 8_000_000, queueMs: 300, delayMs: 20, lossShare };
        const viewer = new SimulatedViewer({ quality, seed, full: 500_000 });
        viewer.run(2_000);
        for (const { durationMs, ssrc, ages, transportSequenceId } of steps) {
          const sent = viewer.line.offered.flatMap(({ packet }) => parseRtpPacket(packet) ?? []);
          const numbers = sent.flatMap((each) => (each.ssrc === ssrc ? [each.sequenceNumber] : []));
          viewer.transportSequenceId = transportSequenceId;
          viewer.nack(
            ssrc,
            ages.flatMap((age) => numbers.at(-age) ?? []),
          );
          viewer.run(durationMs);
        }
        for (const [first, ...others] of packetsOf(viewer).values()) {
          repeated += others.length;
          for (const other of others) expect(other).toBe(first);
        }
      },
    ),
    { numRuns: 50 },
  );
  expect(repeated).toBeGreaterThan(100);
});
