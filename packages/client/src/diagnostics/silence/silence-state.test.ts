/** @module When a device counts as silent: all packets, decrypted packets, and time while this page did not run. */
import { expect, test } from 'vitest';
import {
  countersOf,
  nextSilenceState,
  MAX_STEP_MS,
  INITIAL_SILENCE_STATE,
  SILENCE_MS,
  UNDECRYPTED_MS,
  type SilenceState,
} from './silence-state.ts';

const STEP_MS = 200;
const FIRST = nextSilenceState(INITIAL_SILENCE_STATE, { packets: 10, decrypted: 4 }, 0);

interface Counted {
  readonly packets: number;
  readonly decrypted?: number;
}

/** Polls for `ms` with the counters that each poll returns. */
function after(ms: number, from: SilenceState, next: (look: number) => Counted): SilenceState {
  let state = from;
  for (let look = 1; look * STEP_MS <= ms; look += 1) {
    state = nextSilenceState(state, { decrypted: undefined, ...next(look) }, STEP_MS);
  }
  return state;
}

const slow = (look: number): Counted => ({
  packets: 10 + Math.floor(look / 7),
  decrypted: 4 + Math.floor(look / 7),
});
const forged = (look: number): Counted => ({ packets: 10 + look, decrypted: 4 });

test('a device is silent when no packet arrives for the limit, and not before', () => {
  const still = { packets: 10, decrypted: 4 };
  expect(after(SILENCE_MS - STEP_MS, FIRST, () => still).isSilent).toBe(false);
  expect(after(SILENCE_MS, FIRST, () => still).isSilent).toBe(true);
});

test('a packet within the limit prevents silence, however late it is', () => {
  expect(after(60_000, FIRST, slow).isSilent).toBe(false);
});

test('packets that are not decrypted delay silence and do not prevent it', () => {
  expect(after(UNDECRYPTED_MS - STEP_MS, FIRST, forged).isSilent).toBe(false);
  expect(after(UNDECRYPTED_MS, FIRST, forged).isSilent).toBe(true);
});

test('only a decrypted packet ends silence', () => {
  const silent = after(SILENCE_MS, FIRST, () => ({ packets: 10, decrypted: 4 }));
  const forged = nextSilenceState(silent, { packets: 11, decrypted: 4 }, STEP_MS);
  expect(forged.isSilent).toBe(true);
  expect(nextSilenceState(forged, { packets: 12, decrypted: 5 }, STEP_MS).isSilent).toBe(false);
});

test('time while this page did not run does not count as silence', () => {
  const woken = nextSilenceState(FIRST, { packets: 10, decrypted: 4 }, 3_600_000);
  expect(woken).toMatchObject({ quietMs: MAX_STEP_MS, isSilent: false });
});

test('every packet counts in a browser that does not count decrypted ones', () => {
  const first = nextSilenceState(INITIAL_SILENCE_STATE, { packets: 1, decrypted: undefined }, 0);
  const silent = after(SILENCE_MS, first, () => ({ packets: 1 }));
  expect([
    silent.isSilent,
    nextSilenceState(silent, { packets: 2, decrypted: undefined }, STEP_MS).isSilent,
  ]).toEqual([true, false]);
});

test('countersOf reads the counters of Chromium and Firefox', () => {
  const report = new Map<string, unknown>([
    ['T', { type: 'transport', packetsReceived: 9, bytesReceived: 2330 }],
    [
      'P',
      {
        type: 'candidate-pair',
        packetsReceived: 9,
        bytesReceived: 2330,
        requestsReceived: 4,
        responsesReceived: 3,
      },
    ],
    ['D', { type: 'data-channel', messagesReceived: 2 }],
    ['V', { type: 'inbound-rtp', packetsReceived: 100 }],
  ]);
  expect(countersOf(report)).toEqual({ packets: 9 + 2330 + 9 + 2330 + 4 + 3, decrypted: 102 });
  const firefox = new Map([['P', { type: 'candidate-pair', bytesReceived: 2330 }]]);
  expect(countersOf(firefox)).toEqual({ packets: 2330, decrypted: undefined });
  expect(countersOf(new Map())).toBeUndefined();
});
