/** @module Test fixture: a session in a fake world, with its recorded states and warnings and a network under the test's control. */
import { expect } from 'vitest';
import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { createSession } from '../create-session.ts';
import { NOTHING } from '../fake-world.fixture.ts';
import type { NetworkHint, NetworkPort } from './network.ts';
import type { SessionOptions } from './session-options.ts';
import type { Session } from './session.ts';

/** A network whose hints the test emits. */
export class ManualNetwork implements NetworkPort {
  readonly #listeners = new Set<(hint: NetworkHint) => void>();

  get watchers(): number {
    return this.#listeners.size;
  }

  watch(listener: (hint: NetworkHint) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(hint: NetworkHint): void {
    for (const listener of this.#listeners) listener(hint);
  }
}

/** A session, its world and what it reported. */
export interface SessionRig {
  readonly world: FakeWorld;
  readonly network: ManualNetwork;
  readonly session: Session;
  /** The reported states, as `kind code`. */
  readonly states: string[];
  /** The codes of the warnings. */
  readonly warnings: string[];
}

/** Options that differ from the defaults of the rig. */
export interface RigOptions extends Partial<
  Omit<SessionOptions, 'signalingServerUrl' | 'productId' | 'deviceId'>
> {
  /** Prepares each device. */
  readonly prepare?: (device: FakeDevice) => void;
  /** Changes the world before the session starts. */
  readonly arrange?: (world: FakeWorld) => void;
}

/** Starts a session; the jitter is always half of its maximum. */
export async function startRig(options: RigOptions = {}): Promise<SessionRig> {
  const { prepare, arrange, ...given } = options;
  const world = await createFakeWorld();
  world.prepare = prepare;
  arrange?.(world);
  const network = new ManualNetwork();
  const session = createSession({
    ...world.options,
    network,
    random: () => 0.5,
    ...given,
  });
  const rig: SessionRig = { world, network, session, states: [], warnings: [] };
  session.on('statechange', ({ kind, reason }) => rig.states.push(reason ? `${kind} ${reason.code}` : kind));
  session.on('warning', ({ code }) => rig.warnings.push(code));
  return rig;
}

/** Starts a session and waits until it is ready. */
export async function readyRig(options: RigOptions = {}): Promise<SessionRig> {
  const rig = await startRig(options);
  await rig.session.ready();
  return rig;
}

/** Lets time pass. */
export async function later({ world }: SessionRig, ms: number): Promise<void> {
  world.clock.advance(ms);
  await world.settled();
}

/** Ends the session, which leaves nothing behind. */
export async function endsClean({ session, world, network }: SessionRig): Promise<void> {
  await session.end();
  await world.settled();
  expect(world.leftovers).toEqual(NOTHING);
  expect(network.watchers).toBe(0);
}
