/** @module A session to which anything happens in any order: what it promises holds after each event, and it leaves nothing behind. */
import { ERROR_CODES } from '@longwire/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HAPPENINGS, SessionRun, type Happening } from './session-run.fixture.ts';
import type { SessionStateName } from './session-state.ts';

/** How a call may end. */
const OUTCOMES: ReadonlySet<unknown> = new Set([
  'fulfilled',
  ...ERROR_CODES.filter((code) => code !== 'ERR_STATE'),
]);

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

async function passTime({ rig: { world } }: SessionRun): Promise<void> {
  for (let passedMs = 0; passedMs < ENOUGH_MS; passedMs += STEP_MS) {
    world.clock.advance(STEP_MS);
    for (let turn = 0; turn < STEP_TURNS; turn += 1) await Promise.resolve();
  }
  await world.settled();
}

/** The state, what was reported last, and the connection behind it, if they disagree. */
function* disagreement(
  { rig: { session } }: SessionRun,
  states: readonly SessionStateName[],
): Generator<string> {
  const { kind } = session.state;
  const connection = session.connection?.state;
  const isRight = states.at(-1) === kind && connection === (kind === 'ready' ? 'connected' : undefined);
  if (!isRight) yield `${kind}, reported as ${states.at(-1)}, over a connection that is ${connection}`;
}

/** What is not right once every fault is over and time has passed. */
async function* unrecovered(run: SessionRun): AsyncGenerator<string> {
  const { session } = run.rig;
  const { kind, reason } = session.state;
  if (kind === 'ended') return;
  if (kind !== 'ready') yield `${kind} because of ${reason?.code}`;
  const { statusCode } = await session.request('GET', '/y');
  if (statusCode !== 205) yield `answered with ${statusCode}`;
  // An observation lasts as long as nothing changes.
  for (const { name, outcome } of run.calls)
    if (outcome === 'pending' && name !== 'observe') yield `${name} is pending`;
}

/** What is not right once the session has ended. */
function* leftBy(run: SessionRun, states: readonly SessionStateName[], ends: number): Generator<string> {
  for (const { name, outcome } of run.calls)
    if (!OUTCOMES.has(outcome)) yield `${name} ends with ${String(outcome)}`;
  for (const [index, state] of states.entries()) {
    const before = states[index - 1];
    if (before !== undefined && !NEXT[before].includes(state)) yield `${before} becomes ${state}`;
  }
  if (ends !== 1) yield `${ends} end events`;
  const { network, world } = run.rig;
  for (const [what, count] of Object.entries({ ...world.leftovers, watchers: network.watchers }))
    if (count !== 0) yield `${count} ${what} left`;
}

/** Everything that is not right about a session to which this happens. */
async function faultsAfter(
  happenings: readonly Happening[],
  features: readonly string[],
): Promise<readonly string[]> {
  const run = await SessionRun.start(features);
  const { session, world } = run.rig;
  const states: SessionStateName[] = ['connecting'];
  const faults: string[] = [];
  let ends = 0;
  session.on('statechange', ({ kind }) => states.push(kind));
  session.on('end', () => (ends += 1));
  for (const [, happen] of happenings) {
    await happen(run);
    faults.push(...disagreement(run, states));
  }
  run.heal();
  await passTime(run);
  for await (const fault of unrecovered(run)) faults.push(fault);
  await session.end();
  await world.settled();
  return [...faults, ...leftBy(run, states, ends)];
}

test.each([
  ['JSON', []],
  ['coap-ws/1 and stream/1', ['coap-ws/1', 'stream/1']],
])(
  'with %s: it becomes ready again, each call ends with an answer or an error of the list, and the states come in order',
  async (_name, features) => {
    const some = fc.array(fc.constantFrom(...HAPPENINGS), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(some, async (happenings) => {
        expect(await faultsAfter(happenings, features)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  },
);
