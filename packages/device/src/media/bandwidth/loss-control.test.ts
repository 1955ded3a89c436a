/** @module The limit from loss: loss that sending less would not end leaves the rate, loss of a full line lowers it. */
import { expect, test } from 'vitest';
import { LossControl } from './loss-control.ts';
import { seededRandom } from './narrow-line.fixture.ts';

const RATE = 2_000_000;

/** The limit after two minutes in which every packet is lost with the same probability, in bit/s. */
function limitAfter(lossShare: number, packetsPerSecond: number, seed: number): number {
  const loss = new LossControl();
  const random = seededRandom(seed);
  loss.raise(RATE);
  let limit = RATE;
  for (let nowMs = 0; nowMs < 120_000; nowMs += 100) {
    const count = packetsPerSecond / 10;
    const lost = Array.from({ length: count }, random).filter((value) => value < lossShare).length;
    loss.update({ received: count - lost, lost, queueMs: 0, bitsPerSecond: limit, nowMs });
    limit = Math.min(RATE, loss.limit);
  }
  return limit;
}

test.each([30, 100, 400])(
  'loses no rate when a fifth of %i packets a second is lost at random',
  (packetsPerSecond) => {
    for (let seed = 1; seed <= 20; seed += 1)
      expect(limitAfter(0.2, packetsPerSecond, seed)).toBeGreaterThan(0.8 * RATE);
  },
);

test.each([30, 100, 400])('falls while two fifths of %i packets a second are lost', (packetsPerSecond) => {
  for (let seed = 1; seed <= 20; seed += 1)
    expect(limitAfter(0.4, packetsPerSecond, seed)).toBeLessThan(0.1 * RATE);
});
