/** @module Runs one script against the fakes: no network, no real time, the same each time. */
import type { HostileScript, Outcome } from '../script.ts';
import { Judge, type Claim } from '../truth.ts';
import type { ClientRun, ClientRunOptions } from './client-run.ts';
import { HostileWorld } from './hostile-world.ts';
import { runConnection } from './run-connection.ts';
import { runConsole } from './run-console.ts';
import { runSession } from './run-session.ts';
import { pass, settle } from './settle.ts';

/** What came of a script. */
export interface Ran {
  readonly outcome: Outcome;
  /** False things that were shown; none is the assertion of all scripts. */
  readonly falsehoods: readonly string[];
  /** The kinds of what was shown. */
  readonly shown: readonly Claim['kind'][];
  /** Secrets that an attacker was sent. */
  readonly secrets: readonly string[];
  /** How often each tampering changed something. */
  readonly fired: readonly number[];
  /** How many impostors the client connected to. */
  readonly impostorsReached: number;
}

const CLIENTS = { connection: runConnection, session: runSession, console: runConsole };

/** Runs a script. */
export async function runInFakes(script: HostileScript): Promise<Ran> {
  const hostile = await HostileWorld.create(script);
  const { world } = hostile;
  const keptKey =
    script.knows === 'first key' || script.knows === 'proved key' ? hostile.fingerprint : undefined;
  const judge = new Judge(hostile.truth(() => keptKey));
  if (script.client !== 'console') hostile.turnHostile();
  if (script.tamperings.some(({ act }) => act.verb === 'exchange')) {
    void hostile.connectBystander().catch(() => undefined);
  }
  const options: ClientRunOptions = { hostile, script, judge };
  const run: ClientRun = await CLIENTS[script.client](options);
  run.rehear();
  const outcome = run.outcome();
  await pass(world, 1000, run.end());
  await settle(world);
  return {
    outcome,
    falsehoods: [...judge.falsehoods],
    shown: judge.shown,
    secrets: hostile.secrets,
    fired: hostile.tamperer.counts,
    impostorsReached: hostile.impostorsReached,
  };
}
