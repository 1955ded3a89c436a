/** @module What the clients under attack have in common: a script's steps, one after the other, and what is shown after each. */
import type { HostileScript, Outcome, Step } from '../script.ts';
import type { Judge } from '../truth.ts';
import type { HostileWorld } from './hostile-world.ts';
import { passMs, settle } from './settle.ts';

/** How long a step may take to show what comes of it, in milliseconds. */
const STEP_MS = 12_000;

/** What a client of a script is run with. */
export interface ClientRunOptions {
  readonly hostile: HostileWorld;
  readonly script: HostileScript;
  readonly judge: Judge;
}

/** What is shown of a connection now. */
export interface ClientRun {
  /** Says again what is shown: what was true may not be any more. */
  rehear(): void;
  outcome(): Outcome;
  end(): Promise<void>;
}

/** What the steps act on. */
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

/** Does what the script says. A step that cannot be done is no news: what is shown is. */
export async function runSteps(
  { hostile, script }: ClientRunOptions,
  run: Pick<ClientRun, 'rehear'>,
  ports: StepPorts,
): Promise<void> {
  const { world } = hostile;
  hostile.tamperer.arm();
  for (const step of script.steps) {
    await begin(step, hostile, ports);
    await passMs(world, STEP_MS);
    run.rehear();
  }
}

/** Begins a step; what comes of it takes its time. */
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
  if (begun === undefined) throw new Error(`step "${step}" is not one of this client`);
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

/** What an attacker keeps from being done is no news. */
function ignore(_error: unknown): void {}
