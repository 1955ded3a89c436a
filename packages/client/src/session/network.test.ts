/** @module News of the network: what counts as some, and that nothing is listened to before and after. */
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
  readonly told: NetworkHint[];
  readonly stop: () => void;
  /** Time that no timer sees. */
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
  const now = (): number => clock.now() + sleptMs;
  const network = new BrowserNetwork({ window, document, connection, now, clock });
  const told: NetworkHint[] = [];
  const stop = network.watch((hint) => told.push(hint));
  const sleep = (ms: number): void => void (sleptMs += ms);
  return { window, document, connection, clock, network, told, stop, sleep };
}

test('online and offline', () => {
  const { window, network, told } = watched();
  window.fire('offline');
  expect(network.isOnline).toBe(false);
  window.fire('online');
  expect([network.isOnline, told]).toEqual([true, ['offline', 'online']]);
});

test('another kind of connection; a new estimate of the same one is no news', () => {
  const { connection, told } = watched();
  connection.fire('change');
  expect(told).toEqual([]);
  connection.type = 'cellular';
  connection.fire('change');
  connection.fire('change');
  expect(told).toEqual(['changed']);
});

describe('waking up', () => {
  test('the clock jumped', () => {
    const { clock, told, sleep } = watched();
    clock.advance(10 * WAKE_CHECK_MS);
    sleep(SLEEP_MS);
    expect(told).toEqual([]);
    clock.advance(WAKE_CHECK_MS);
    clock.advance(10 * WAKE_CHECK_MS);
    expect(told).toEqual(['woke']);
  });

  test('timers that come once a minute, as in a page in the background, are no sleep', () => {
    const { clock, told, sleep } = watched();
    for (let minute = 0; minute < 10; minute += 1) {
      sleep(60_000 - WAKE_CHECK_MS);
      clock.advance(WAKE_CHECK_MS);
    }
    expect(told).toEqual([]);
  });

  test('a clock that is set back is no sleep', () => {
    const { clock, told, sleep } = watched();
    sleep(-3_600_000);
    clock.advance(3 * WAKE_CHECK_MS);
    expect(told).toEqual([]);
  });

  test('the page is shown again: the clock is looked at then', () => {
    const { document, told, sleep } = watched();
    sleep(SLEEP_MS + WAKE_CHECK_MS);
    document.fire('visibilitychange');
    document.fire('visibilitychange');
    expect(told).toEqual(['woke']);
  });

  test('a page that was frozen, and one from the back-forward cache', () => {
    const { window, document, told } = watched();
    window.fire('pageshow', { persisted: false });
    expect(told).toEqual([]);
    window.fire('pageshow', { persisted: true });
    document.fire('resume');
    expect(told).toEqual(['woke', 'woke']);
  });
});

test('nothing is left when nobody watches', () => {
  const { window, document, connection, clock, stop, told } = watched();
  clock.advance(WAKE_CHECK_MS);
  stop();
  stop();
  const left = [window.listenerCount, document.listenerCount, connection.listenerCount, clock.pending];
  expect(left).toEqual([0, 0, 0, 0]);
  window.fire('online');
  expect(told).toEqual([]);
});

test('where there is no page there are no news, save of the clock', () => {
  const clock = new ManualClock();
  const stop = browserNetwork(clock).watch(() => undefined);
  expect(clock.pending).toBe(1);
  stop();
  expect(clock.pending).toBe(0);
});
