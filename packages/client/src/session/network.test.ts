/** @module Which browser events count as network hints, and that listeners exist only while watching. */
import { CountedTarget, ManualClock } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { BrowserNetwork, browserNetwork } from './browser-network.ts';
import type { NetworkHint } from './network.ts';
import { SLEEP_MS, WAKE_CHECK_MS } from './wake-watch.ts';

class Connection extends CountedTarget {
  type = 'wifi';
}

interface Rig {
  readonly window: CountedTarget;
  readonly document: CountedTarget;
  readonly connection: Connection;
  readonly clock: ManualClock;
  readonly network: BrowserNetwork;
  readonly hints: NetworkHint[];
  readonly stop: () => void;
  /** Advances the time of day without running timers. */
  readonly sleep: (ms: number) => void;
}

function watched(): Rig {
  const [window, document, connection, clock] = [
    new CountedTarget(),
    new CountedTarget(),
    new Connection(),
    new ManualClock(),
  ];
  let sleptMs = 0;
  const now = (): number => clock.monotonic() + sleptMs;
  const network = new BrowserNetwork({ window, document, connection, now, clock });
  const hints: NetworkHint[] = [];
  const stop = network.watch((hint) => hints.push(hint));
  const sleep = (ms: number): void => void (sleptMs += ms);
  return { window, document, connection, clock, network, hints, stop, sleep };
}

test('reports that the browser is online again', () => {
  const { window, hints } = watched();
  window.fire('offline');
  window.fire('online');
  expect(hints).toEqual(['online']);
});

test('reports another connection type but not a new estimate of the same type', () => {
  const { connection, hints } = watched();
  connection.fire('change');
  expect(hints).toEqual([]);
  connection.type = 'cellular';
  connection.fire('change');
  connection.fire('change');
  expect(hints).toEqual(['changed']);
});

describe('waking up', () => {
  test('a jump of the clock counts as waking up', () => {
    const { clock, hints, sleep } = watched();
    clock.advance(10 * WAKE_CHECK_MS);
    sleep(SLEEP_MS);
    expect(hints).toEqual([]);
    clock.advance(WAKE_CHECK_MS);
    clock.advance(10 * WAKE_CHECK_MS);
    expect(hints).toEqual(['woke']);
  });

  test('timers that fire once a minute, as in a background page, do not count as sleep', () => {
    const { clock, hints, sleep } = watched();
    for (let minute = 0; minute < 10; minute += 1) {
      sleep(60_000 - WAKE_CHECK_MS);
      clock.advance(WAKE_CHECK_MS);
    }
    expect(hints).toEqual([]);
  });

  test('a clock that is set back does not count as sleep', () => {
    const { clock, hints, sleep } = watched();
    sleep(-3_600_000);
    clock.advance(3 * WAKE_CHECK_MS);
    expect(hints).toEqual([]);
  });

  test('checks the clock as soon as the page becomes visible again', () => {
    const { document, hints, sleep } = watched();
    sleep(SLEEP_MS + WAKE_CHECK_MS);
    document.fire('visibilitychange');
    document.fire('visibilitychange');
    expect(hints).toEqual(['woke']);
  });

  test('a resumed page and one from the back-forward cache count as waking up', () => {
    const { window, document, hints } = watched();
    window.fire('pageshow', { persisted: false });
    expect(hints).toEqual([]);
    window.fire('pageshow', { persisted: true });
    document.fire('resume');
    expect(hints).toEqual(['woke', 'woke']);
  });
});

test('removes all listeners and timers with the last watcher', () => {
  const { window, document, connection, clock, stop, hints } = watched();
  clock.advance(WAKE_CHECK_MS);
  stop();
  stop();
  const left = [window.listenerCount, document.listenerCount, connection.listenerCount, clock.pending];
  expect(left).toEqual([0, 0, 0, 0]);
  window.fire('online');
  expect(hints).toEqual([]);
});

test('without a page only the clock is watched', () => {
  const clock = new ManualClock();
  const stop = browserNetwork(clock).watch(() => undefined);
  expect(clock.pending).toBe(1);
  stop();
  expect(clock.pending).toBe(0);
});
