/** @module When a line is found to work again, over a manual clock. */
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { LineWatch, PROBE_MS, probePauseMs } from './line-watch.ts';

/** A watch whose probes take {@link PROBE_MS} while the line is dead, and no time while it works. */
function rig({ isDead }: { readonly isDead: boolean }) {
  const clock = new ManualClock();
  const line = { isDead };
  const seen: string[] = [];
  const note = (word: string): void => void seen.push(`${word} at ${clock.monotonic()}`);
  let probes = 0;
  const watch = new LineWatch({
    clock,
    probe: async () => {
      probes += 1;
      if (line.isDead) await new Promise<void>((resolve) => void clock.schedule(PROBE_MS, resolve));
      return !line.isDead;
    },
    onDead: () => note('dead'),
    onReturn: () => note('returned'),
    onFailed: (error) => note(String(error)),
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += PROBE_MS) {
      await settled();
      clock.advance(PROBE_MS);
    }
    await settled();
  };
  return { clock, line, seen, watch, pass, probes: () => probes };
}

test('a browser that answers at once, as without any network, is asked once a second', async () => {
  const clock = new ManualClock();
  let probes = 0;
  const watch = new LineWatch({
    clock,
    probe: () => Promise.resolve((probes += 1) < 0),
    onDead: () => undefined,
    onReturn: () => undefined,
    onFailed: () => undefined,
  });
  for (let passed = 0; passed < 3000; passed += 100) {
    await settled();
    clock.advance(100);
  }
  expect(probes).toBe(3);
  watch.close();
});

/** Lets every promise that is due go on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test('a line that answers the first probe is not the problem: nothing is reported, and no other probe follows', async () => {
  const { seen, pass, probes } = rig({ isDead: false });
  await pass(10_000);
  expect([seen, probes()]).toEqual([[], 1]);
});

test('a line that was dead is reported once, by the first probe that is answered', async () => {
  const { line, seen, pass, clock } = rig({ isDead: true });
  await pass(3000);
  line.isDead = false;
  await pass(3000);
  expect(seen).toEqual(['dead at 1000', 'dead at 2000', 'dead at 3000', 'returned at 4000']);
  expect(clock.pending).toBe(0);
});

test('a closed watch reports nothing more and leaves no timer', async () => {
  const { line, seen, pass, watch, clock, probes } = rig({ isDead: true });
  await pass(2000);
  watch.close();
  line.isDead = false;
  await pass(5000);
  expect([seen, probes(), clock.pending]).toEqual([['dead at 1000', 'dead at 2000'], 3, 0]);
});

test('a browser that cannot probe is reported once', async () => {
  const seen: unknown[] = [];
  const mistake = new Error('no peer connection');
  const watch = new LineWatch({
    clock: new ManualClock(),
    probe: () => Promise.reject(mistake),
    onDead: () => seen.push('dead'),
    onReturn: () => seen.push('returned'),
    onFailed: (error) => seen.push(error),
  });
  await settled();
  watch.close();
  expect(seen).toEqual([mistake]);
});

test.each([
  [0, 0],
  [60_000, 0],
  [120_000, 1000],
  [3_600_000, 59_000],
])('after an outage of %i ms the next probe waits %i ms', (outageMs, pauseMs) => {
  expect(probePauseMs(outageMs)).toBe(pauseMs);
});
