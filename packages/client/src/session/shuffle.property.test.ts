/** @module A session to which anything happens in any order: what it promises holds after each event, and it leaves nothing behind. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrongSteps, type Happening } from '../world-run.fixture.ts';
import { HAPPENINGS, SessionRun } from './session-run.fixture.ts';
import type { SessionStateName } from './session-state.ts';

/** The states that may follow each state. */
const NEXT: Readonly<Record<SessionStateName, readonly SessionStateName[]>> = {
  connecting: ['connecting', 'ready', 'ended'],
  ready: ['ready', 'recovering', 'ended'],
  recovering: ['recovering', 'ready', 'ended'],
  ended: [],
};

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
  const answer = session.request('GET', '/y').then(
    ({ statusCode }) => statusCode,
    (error: unknown) => error,
  );
  await run.passTime();
  const answered = await answer;
  if (answered !== 205) yield `answered with ${String(answered)}`;
  yield* run.pending();
}

/** Everything that is not right about a session to which this happens. */
async function faultsAfter(
  happenings: readonly Happening<SessionRun>[],
  features: readonly string[],
  isReadyFirst: boolean,
): Promise<readonly string[]> {
  const run = await SessionRun.start(features);
  const { session, network } = run.rig;
  const states: SessionStateName[] = ['connecting'];
  const faults: string[] = [];
  let ends = 0;
  session.on('statechange', ({ kind }) => states.push(kind));
  session.on('end', () => (ends += 1));
  if (isReadyFirst) await run.world.settled();
  for (const [, happen] of happenings) {
    await happen(run);
    faults.push(...disagreement(run, states));
  }
  run.heal();
  await run.passTime();
  for await (const fault of unrecovered(run)) faults.push(fault);
  await session.end();
  await run.world.settled();
  if (ends !== 1 || network.watchers !== 0) faults.push(`${ends} end events, ${network.watchers} watchers`);
  return [...faults, ...wrongSteps(states, NEXT), ...run.left()];
}

test.each([
  ['JSON', []],
  ['coap-ws/1 and stream/1', ['coap-ws/1', 'stream/1']],
])(
  'with %s: it becomes ready again, each call ends with an answer or an error of the list, and the states come in order',
  async (_name, features) => {
    const some = fc.array(fc.constantFrom(...HAPPENINGS), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(some, fc.boolean(), async (happenings, isReadyFirst) => {
        expect(await faultsAfter(happenings, features, isReadyFirst)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);
