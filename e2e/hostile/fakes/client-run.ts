/** @module Shared by the clients under attack: runs a script's steps in order and records what is shown after each. */
import type { HostileScript, Outcome, Step } from '../script.ts';
import type { ClaimChecker } from '../truth.ts';
import type { HostileWorld } from './hostile-world.ts';
import { passMs, settle } from './settle.ts';

/** Time limit for a step's result to be shown, in milliseconds. */
const STEP_MS = 12_000;

/** What the client of a script runs with. */
export interface ClientRunOptions {
  readonly hostile: HostileWorld;
  readonly script: HostileScript;
  readonly checker: ClaimChecker;
}

/** What is shown of a connection now. */
export interface ClientRun {
  /** Reports again what is shown: it may have become false. */
  reevaluate(): void;
  outcome(): Outcome;
  end(): Promise<void>;
}

/** The objects that steps act on. */
export interface StepPorts {
  request(
    path: string,
    method: 'GET' | 'POST' | 'PUT',
    payload: Uint8Array | string,
    format: number,
  ): Promise<unknown>;
  talk(): void;
  readonly others?: Partial<Record<Step, () => Promise<unknown>>>;
}

const TRACKS = JSON.stringify({ tracks: ['garden', 'kitchen'] });

/** Runs the script's steps. A failing step is ignored: what is shown counts. */
export async function runSteps(
  { hostile, script }: ClientRunOptions,
  run: Pick<ClientRun, 'reevaluate'>,
  ports: StepPorts,
): Promise<void> {
  const { world } = hostile;
  hostile.tamperer.arm();
  for (const step of script.steps) {
    await begin(step, hostile, ports);
    await passMs(world, STEP_MS);
    run.reevaluate();
  }
}

/** Begins a step without waiting for its result. */
async function begin(step: Step, hostile: HostileWorld, ports: StepPorts): Promise<void> {
  const steps: Partial<Record<Step, () => Promise<unknown>>> = {
    'ask for tracks': () => ports.request('/webrtc/tracks', 'POST', TRACKS, 50),
    talk: async () => ports.talk(),
    'forge an offer': async () => hostile.tamperer.inject(),
    'lose signaling': async () => hostile.sockets.last.serverClose(1012, 'service restart'),
    'lose the path': () => losePath(hostile),
    ...ports.others,
  };
  const begun = steps[step];
  if (begun === undefined) throw new Error(`this client does not support the step "${step}"`);
  const done = begun().catch(ignore);
  if (step === 'lose the path') await done;
  await settle(hostile.world);
}

async function losePath({ world, clientPeers }: HostileWorld): Promise<void> {
  for (const peer of clientPeers) {
    if (peer.connectionState === 'closed') continue;
    peer.forceIceState('disconnected');
    await passMs(world, 1000);
    peer.silence();
    peer.forceIceState('failed');
  }
}

/** An attack may prevent a step; that is expected. */
function ignore(_error: unknown): void {}
