/** @module When a device counts as silent: packets, what of them was decrypted, and time in which this page did not run. */
import { expect, test } from 'vitest';
import { countersOf, hear, MAX_STEP_MS, NOTHING_YET, SILENCE_MS, UNPROVEN_MS, type Heard } from './heard.ts';

const STEP_MS = 200;
const FIRST = hear(NOTHING_YET, { packets: 10, proven: 4 }, 0);

interface Counted {
  readonly packets: number;
  readonly proven?: number;
}

/** Looks until `ms` have gone, at what each look counts. */
function after(ms: number, from: Heard, next: (look: number) => Counted): Heard {
  let heard = from;
  for (let look = 1; look * STEP_MS <= ms; look += 1) {
    heard = hear(heard, { proven: undefined, ...next(look) }, STEP_MS);
  }
  return heard;
}

const slow = (look: number): Counted => ({
  packets: 10 + Math.floor(look / 7),
  proven: 4 + Math.floor(look / 7),
});
const forged = (look: number): Counted => ({ packets: 10 + look, proven: 4 });

test('is silent when nothing arrives for the limit, and not before', () => {
  const still = { packets: 10, proven: 4 };
  expect(after(SILENCE_MS - STEP_MS, FIRST, () => still).isSilent).toBe(false);
  expect(after(SILENCE_MS, FIRST, () => still).isSilent).toBe(true);
});

test('one packet within the limit is no silence, however late it is', () => {
  expect(after(60_000, FIRST, slow).isSilent).toBe(false);
});

test('packets that prove nothing delay it, and do not prevent it', () => {
  expect(after(UNPROVEN_MS - STEP_MS, FIRST, forged).isSilent).toBe(false);
  expect(after(UNPROVEN_MS, FIRST, forged).isSilent).toBe(true);
});

test('silence ends with the first packet that was decrypted, and with no other', () => {
  const silent = after(SILENCE_MS, FIRST, () => ({ packets: 10, proven: 4 }));
  const forged = hear(silent, { packets: 11, proven: 4 }, STEP_MS);
  expect(forged.isSilent).toBe(true);
  expect(hear(forged, { packets: 12, proven: 5 }, STEP_MS).isSilent).toBe(false);
});

test('time in which this page did not run does not count', () => {
  const woken = hear(FIRST, { packets: 10, proven: 4 }, 3_600_000);
  expect(woken).toMatchObject({ quietMs: MAX_STEP_MS, isSilent: false });
});

test('in a browser that does not count what was decrypted each packet counts', () => {
  const first = hear(NOTHING_YET, { packets: 1, proven: undefined }, 0);
  const silent = after(SILENCE_MS, first, () => ({ packets: 1 }));
  expect([silent.isSilent, hear(silent, { packets: 2, proven: undefined }, STEP_MS).isSilent]).toEqual([
    true,
    false,
  ]);
});

test('reads what Chromium and Firefox count', () => {
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
  expect(countersOf(report)).toEqual({ packets: 9 + 2330 + 9 + 2330 + 4 + 3, proven: 102 });
  const firefox = new Map([['P', { type: 'candidate-pair', bytesReceived: 2330 }]]);
  expect(countersOf(firefox)).toEqual({ packets: 2330, proven: undefined });
  expect(countersOf(new Map())).toBeUndefined();
});
