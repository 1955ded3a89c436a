/** @module The rates of what arrives, whatever clock the viewer claims to have. */
import { expect, test } from 'vitest';
import { Throughput } from './throughput.ts';

/** Adds packets of a thousand bytes, one each ten milliseconds of our clock, that arrived at the given times. */
function measured(arrivals: readonly number[]): ReturnType<Throughput['measure']> {
  const throughput = new Throughput();
  for (const [index, receivedMs] of arrivals.entries())
    throughput.add({ sentMs: index * 10, receivedMs, bytes: 1_000 });
  return throughput.measure();
}

test('the bytes between the first and the last arrival, and the time in which they were sent', () => {
  const rates = measured(Array.from({ length: 21 }, (_, index) => index * 20));
  // The first of the window of 400 ms only marks its beginning.
  expect(rates?.arriving).toBe((19 * 8_000_000) / 380);
  expect(rates?.sending).toBe((19 * 8_000_000) / 190);
});

test('the newest arrival is the latest, not the last that was reported', () => {
  expect(measured([700, 900, 1_000, 800])?.arriving).toBe((3 * 8_000_000) / 300);
});

test('a clock that jumped back starts again', () => {
  expect(measured([100_000, 100_200, 0, 200])?.arriving).toBe(8_000_000 / 200);
});

test('what was sent more than two seconds before is not counted, though the viewer’s clock does not advance', () => {
  const arrivals = Array.from({ length: 30_000 }, () => 1_000);
  expect(measured([...arrivals, 1_100])?.arriving).toBe((199 * 8_000_000) / 100);
});

test('a fixed number of packets is counted, however many arrive at a time', () => {
  const throughput = new Throughput();
  for (let index = 0; index < 20_000; index += 1)
    throughput.add({ sentMs: 0, receivedMs: index / 25, bytes: index < 15_000 ? 1_000_000 : 1_000 });
  expect(throughput.measure()?.arriving).toBeLessThan(1_000 * 25 * 8_000 * 1.1);
});
