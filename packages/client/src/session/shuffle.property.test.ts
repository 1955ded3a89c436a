/** @module A session to which anything happens in any order: what it promises holds after each event, and it leaves nothing behind. */
import { ERROR_CODES } from '@longwire/protocol';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HAPPENINGS, SessionRun, type Happening } from './session-run.fixture.ts';
import type { SessionStateName } from './session-state.ts';

const NOTHING = { sockets: 0, peers: 0, timers: 0, listeners: 0 };
const CODES: readonly unknown[] = ['fulfilled', ...ERROR_CODES.filter((code) => code !== 'ERR_STATE')];

/** The states that may follow each state. */
const NEXT: Readonly<Record<SessionStateName, readonly SessionStateName[]>> = {
  connecting: ['connecting', 'ready', 'ended'],
  ready: ['ready', 'recovering', 'ended'],
  recovering: ['recovering', 'ready', 'ended'],
  ended: [],
};

/** Longer than every time limit, and the longest wait before an attempt. */
const ENOUGH_MS = 200_000;
const STEP_MS = 500;
/** Microtasks that one step may take. */
const STEP_TURNS = 60;

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => {
  process.off('unhandledRejection', note);
  expect(unhandled.splice(0)).toEqual([]);
});

async function passTime({ rig: { world } }: SessionRun): Promise<void> {
  for (let passedMs = 0; passedMs < ENOUGH_MS; passedMs += STEP_MS) {
    world.clock.advance(STEP_MS);
    for (let turn = 0; turn < STEP_TURNS; turn += 1) await Promise.resolve();
  }
  await world.settled();
}

/** The state, the connection behind it and the last report agree. */
function expectConsistent({ rig: { session } }: SessionRun, states: readonly SessionStateName[]): void {
  const { kind } = session.state;
  expect(states.at(-1)).toBe(kind);
  expect(session.connection?.state).toBe(kind === 'ready' ? 'connected' : undefined);
}

async function play(happenings: readonly Happening[], features: readonly string[]): Promise<void> {
  const run = await SessionRun.start(features);
  const { session, world, network } = run.rig;
  const states: SessionStateName[] = ['connecting'];
  let ends = 0;
  session.on('statechange', ({ kind }) => states.push(kind));
  session.on('end', () => (ends += 1));
  for (const [, happen] of happenings) {
    await happen(run);
    expectConsistent(run, states);
  }
  run.heal();
  await passTime(run);
  if (session.state.kind !== 'ended') {
    expect(session.state.kind).toBe('ready');
    expect((await session.request('GET', '/y')).statusCode).toBe(205);
  }
  // An observation lasts as long as nothing changes.
  const open = run.calls.filter(({ standing }) => standing === 'pending');
  expect(open.filter(({ name }) => name !== 'observe')).toEqual([]);
  await session.end();
  await world.settled();
  for (const { standing } of run.calls) expect(CODES).toContain(standing);
  states.reduce((before, after) => {
    expect(NEXT[before]).toContain(after);
    return after;
  });
  expect([ends, network.watchers, world.leftovers]).toEqual([1, 0, NOTHING]);
}

test.each([
  ['JSON', []],
  ['coap-ws/1 and stream/1', ['coap-ws/1', 'stream/1']],
])(
  'with %s: it becomes ready again, each call ends with an error of the list or an answer, and the states come in order',
  async (_name, features) => {
    const some = fc.array(fc.constantFrom(...HAPPENINGS), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(some, (happenings) => play(happenings, features)),
      { numRuns: 25 },
    );
  },
);
