/** @module Runs one script against the fakes: no network, no real time, deterministic. */
import type { HostileScript, Outcome } from '../script.ts';
import { ClaimChecker, type Claim } from '../truth.ts';
import type { ClientRun, ClientRunOptions } from './client-run.ts';
import { HostileWorld } from './hostile-world.ts';
import { runConnection } from './run-connection.ts';
import { runConsole } from './run-console.ts';
import { runSession } from './run-session.ts';
import { pass, settle } from './settle.ts';

/** The result of a script. */
export interface ScriptResult {
  readonly outcome: Outcome;
  /** False claims that were shown; every script asserts that there are none. */
  readonly falsehoods: readonly string[];
  /** The kinds of claims that were shown. */
  readonly shown: readonly Claim['kind'][];
  /** Secrets that an attacker received. */
  readonly secrets: readonly string[];
  /** How often each tampering changed something. */
  readonly fired: readonly number[];
  /** How many impostors the client connected to. */
  readonly impostorsReached: number;
}

const CLIENTS = { connection: runConnection, session: runSession, console: runConsole };

/** Runs a script. */
export async function runInFakes(script: HostileScript): Promise<ScriptResult> {
  const hostile = await HostileWorld.create(script);
  const { world } = hostile;
  const keptKey =
    script.knows === 'first key' || script.knows === 'proved key' ? hostile.fingerprint : undefined;
  const checker = new ClaimChecker(hostile.truth(() => keptKey));
  if (script.client !== 'console') hostile.turnHostile();
  if (script.tamperings.some(({ act }) => act.verb === 'exchange')) {
    void hostile.connectBystander().catch(() => undefined);
  }
  const options: ClientRunOptions = { hostile, script, checker };
  const run: ClientRun = await CLIENTS[script.client](options);
  run.reevaluate();
  const outcome = run.outcome();
  await pass(world, 1000, run.end());
  await settle(world);
  return {
    outcome,
    falsehoods: [...checker.falsehoods],
    shown: checker.shown,
    secrets: hostile.secrets,
    fired: hostile.tamperer.counts,
    impostorsReached: hostile.impostorsReached,
  };
}
