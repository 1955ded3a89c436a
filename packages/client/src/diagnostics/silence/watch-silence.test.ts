/** @module The silence watch: when the device is probed, what is reported, and that a hidden page does nothing. */
import { ManualClock } from '@longwire/testing';
import { expect, test } from 'vitest';
import { ASK_AFTER_MS, SILENCE_MS, UNDECRYPTED_MS } from './silence-state.ts';
import { LOOK_INTERVAL_MS, SilenceWatch } from './watch-silence.ts';

const TURNS = 10;
const STEP_MS = 50;

class FakePage extends EventTarget {
  hidden = false;

  set(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

interface Rig {
  readonly clock: ManualClock;
  readonly page: FakePage;
  readonly watch: SilenceWatch;
  readonly reported: boolean[];
  readonly failed: unknown[];
  /** The browser's counters. */
  readonly counters: { decrypted: number; stun: number };
  /** How often the browser and the device were queried. */
  readonly asked: { stats: number; device: number };
  /** How long answers of the device take; undefined for a device that never answers. */
  answerMs: number | undefined;
  fault: Error | undefined;
  readonly pass: (ms: number) => Promise<void>;
}

async function flush(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
}

async function makeRig(answerMs?: number): Promise<Rig> {
  const clock = new ManualClock();
  const page = new FakePage();
  const reported: boolean[] = [];
  const failed: unknown[] = [];
  const counters = { decrypted: 1, stun: 1 };
  const asked = { stats: 0, device: 0 };
  let isAsked = false;
  const read = async (): Promise<Map<string, unknown>> => {
    asked.stats += 1;
    if (rig.fault !== undefined) throw rig.fault;
    return new Map<string, unknown>([
      ['D', { type: 'data-channel', messagesReceived: counters.decrypted }],
      ['P', { type: 'candidate-pair', responsesReceived: counters.stun }],
    ]);
  };
  const probe = (): void => {
    if (isAsked) return;
    isAsked = true;
    asked.device += 1;
    if (rig.answerMs === undefined) return;
    clock.schedule(rig.answerMs, () => {
      isAsked = false;
      counters.decrypted += 1;
    });
  };
  const watch = new SilenceWatch({
    clock,
    page,
    read,
    probe,
    report: (isSilent) => reported.push(isSilent),
    fail: (error) => failed.push(error),
  });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS);
      await flush();
    }
  };
  const rig: Rig = {
    clock,
    page,
    watch,
    reported,
    failed,
    counters,
    asked,
    answerMs,
    fault: undefined,
    pass,
  };
  await pass(STEP_MS);
  return rig;
}

test('a quiet device that answers is probed about once a second and is never silent', async () => {
  const { pass, reported, asked } = await makeRig(100);
  await pass(60_000);
  expect(reported).toEqual([]);
  expect(asked.device).toBeGreaterThan(50);
  expect(asked.device).toBeLessThan(80);
});

test('a device whose media arrive is not probed', async () => {
  const { pass, reported, asked, counters } = await makeRig();
  for (let look = 0; look < 100; look += 1) {
    counters.decrypted += 1;
    await pass(LOOK_INTERVAL_MS);
  }
  expect([reported, asked.device]).toEqual([[], 0]);
});

test('answers that take one and a half seconds do not count as silence', async () => {
  const { pass, reported, asked } = await makeRig(1500);
  // The first probe is too late: only its answer shows how slow the path is.
  await pass(5000);
  reported.length = 0;
  await pass(60_000);
  expect(reported).toEqual([]);
  expect(asked.device).toBeGreaterThan(30);
});

test('a device that never answers is probed once and is silent within two seconds of its last packet', async () => {
  const { pass, reported, asked } = await makeRig();
  await pass(SILENCE_MS - STEP_MS);
  expect(reported).toEqual([]);
  await pass(LOOK_INTERVAL_MS);
  expect([reported, asked.device]).toEqual([[true], 1]);
});

test('a silent device stays silent until a packet is decrypted', async () => {
  const { pass, reported, counters } = await makeRig();
  await pass(SILENCE_MS + LOOK_INTERVAL_MS);
  counters.stun += 1;
  await pass(LOOK_INTERVAL_MS);
  expect(reported).toEqual([true]);
  counters.decrypted += 1;
  await pass(LOOK_INTERVAL_MS);
  expect(reported).toEqual([true, false]);
});

test('packets that are not decrypted delay silence only for some seconds', async () => {
  const { pass, reported, counters } = await makeRig();
  for (let passed = 0; passed < UNDECRYPTED_MS - LOOK_INTERVAL_MS; passed += LOOK_INTERVAL_MS) {
    counters.stun += 1;
    await pass(LOOK_INTERVAL_MS);
  }
  expect(reported).toEqual([]);
  await pass(2 * LOOK_INTERVAL_MS);
  expect(reported).toEqual([true]);
});

test('a hidden page reads nothing, runs no timer and reports nothing until it is visible again', async () => {
  const { pass, reported, asked, page, clock } = await makeRig();
  await pass(ASK_AFTER_MS);
  page.set(true);
  await pass(LOOK_INTERVAL_MS);
  const before = { ...asked };
  expect(clock.pending).toBe(0);
  await pass(60_000);
  expect([asked, reported]).toEqual([before, []]);
  page.set(false);
  await pass(SILENCE_MS - LOOK_INTERVAL_MS);
  expect(reported).toEqual([]);
  await pass(2 * LOOK_INTERVAL_MS);
  expect(reported).toEqual([true]);
});

test('unreadable statistics are reported as an error and do not count as silence', async () => {
  const rig = await makeRig();
  rig.fault = new Error('not now');
  await rig.pass(SILENCE_MS * 2);
  expect([rig.reported, rig.failed[0]]).toEqual([[], rig.fault]);
});

test('a closed watch does nothing more, even if closed during a read', async () => {
  const { pass, reported, asked, watch, clock, page } = await makeRig();
  clock.advance(LOOK_INTERVAL_MS);
  watch.close();
  page.set(true);
  const { stats } = asked;
  await pass(SILENCE_MS * 2);
  expect([reported, asked.stats, clock.pending]).toEqual([[], stats, 0]);
});
