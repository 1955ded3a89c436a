/** @module A session in a fake world, for tests: what it told, what it left behind, and hands on the network. */
import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import { createSession } from '../create-session.ts';
import type { NetworkHint, NetworkPort } from './network.ts';
import type { SessionOptions } from './session-options.ts';
import type { Session } from './session.ts';

/** A network that a test moves. */
export class ManualNetwork implements NetworkPort {
  isOnline = true;
  readonly #listeners = new Set<(hint: NetworkHint) => void>();

  get watchers(): number {
    return this.#listeners.size;
  }

  watch(listener: (hint: NetworkHint) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(hint: NetworkHint): void {
    this.isOnline = hint !== 'offline';
    for (const listener of this.#listeners) listener(hint);
  }
}

/** A stream that counts its tracks; as in Chromium, those of one id are one. */
export class FakeMediaStream {
  readonly tracks: Set<{ readonly id: string }> = new Set();

  addTrack(track: { readonly id: string }): void {
    if (![...this.tracks].some(({ id }) => id === track.id)) this.tracks.add(track);
  }

  removeTrack(track: { readonly id: string }): void {
    this.tracks.delete(track);
  }
}

function isStreamClass(fake: unknown): fake is typeof MediaStream {
  return typeof fake === 'function';
}

/** The fake, as the browser's class. */
export function fakeMediaStreamClass(): typeof MediaStream {
  const fake: unknown = FakeMediaStream;
  if (!isStreamClass(fake)) throw new TypeError('a class expected');
  return fake;
}

/** A session and its world. */
export interface SessionRig {
  readonly world: FakeWorld;
  readonly network: ManualNetwork;
  readonly session: Session;
  /** The states that were told, as `kind code`. */
  readonly told: string[];
  /** The codes of the warnings. */
  readonly warnings: string[];
}

/** How a rig differs from the usual one. */
export interface RigOptions extends Partial<
  Omit<SessionOptions, 'signalingServerUrl' | 'productId' | 'deviceId'>
> {
  /** What each device is prepared with. */
  readonly prepare?: (device: FakeDevice) => void;
  /** Changes the world before the session begins. */
  readonly arrange?: (world: FakeWorld) => void;
}

/** Begins a session; the jitter is always half of what it may be. */
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
    MediaStream: fakeMediaStreamClass(),
    ...given,
  });
  const rig: SessionRig = { world, network, session, told: [], warnings: [] };
  session.on('statechange', ({ kind, reason }) => rig.told.push(reason ? `${kind} ${reason.code}` : kind));
  session.on('warning', ({ code }) => rig.warnings.push(code));
  return rig;
}

/** Begins a session and lets it become ready. */
export async function readyRig(options: RigOptions = {}): Promise<SessionRig> {
  const rig = await startRig(options);
  await rig.session.ready();
  return rig;
}
