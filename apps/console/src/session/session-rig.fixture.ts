/** @module For tests: a person's session with the fake device of a fake world. */

import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import {
  createBrowserIdentity,
  createSession,
  encodeCbor,
  type BrowserIdentity,
  type NetworkPort,
} from '../wire.ts';
import { DeviceSession, type DeviceSessionOptions } from './device-session.ts';
import type { SessionState } from './session-state.ts';
import type { SignInPorts } from './visit.ts';

/** A network of which there is no news. */
export const quietNetwork: NetworkPort = { isOnline: true, watch: () => () => undefined };

const NO_STORE = createBrowserIdentity({ locks: null });

/** An identity in a browser that keeps no certificates. */
export const withoutCertificates: DeviceSessionOptions['identity'] & Pick<BrowserIdentity, 'forget'> = {
  certificateFor: async () => undefined,
  forget: async () => true,
  signIn: async (connection, options) => await NO_STORE.signIn(connection, options),
};

/** A session, its world, and what came of it. */
export interface SessionRig {
  readonly world: FakeWorld;
  readonly session: DeviceSession;
  /** The kinds of its states, each once in a row. */
  readonly seen: string[];
  /** What was noted of the device. */
  readonly notes: string[];
  /** By which accounts certificates were asked for. */
  readonly accounts: (string | undefined)[];
}

/** How a rig differs from the usual one. */
export interface RigOptions {
  readonly prepare?: (device: FakeDevice) => void;
  readonly expected?: (world: FakeWorld) => string | undefined;
  readonly acceptUnbound?: boolean;
  readonly now?: () => number;
}

const ADMIN = { Username: 'admin', Role: 'Administrator' };

/** Makes a session that was not begun. The device knows `admin` by "right password". */
export async function makeRig({
  prepare,
  expected,
  acceptUnbound = true,
  now = () => 1_000,
}: RigOptions = {}): Promise<SessionRig> {
  const world = await createFakeWorld();
  const [seen, notes, accounts]: [string[], string[], (string | undefined)[]] = [[], [], []];
  const fingerprint = expected === undefined ? world.identity.fingerprint : expected(world);
  let isIn = false;
  world.prepare = (device) => {
    isIn = false;
    device.passwords.set('admin', 'right password');
    device.resources.on('GET /iam/me', () =>
      isIn ? { statusCode: 205, contentFormat: 60, payload: encodeCbor(ADMIN) } : { statusCode: 404 },
    );
    prepare?.(device);
  };
  const session = new DeviceSession({
    createSession: ({ certificate, logIn }: SignInPorts) =>
      createSession({
        ...world.options,
        fingerprint,
        acceptUnbound,
        certificate,
        login: (connection, signal) => {
          connection.on('identitychange', ({ login }) => (isIn = login !== undefined));
          return logIn(connection, signal);
        },
        network: quietNetwork,
        random: () => 0.5,
      }),
    identity: {
      ...withoutCertificates,
      certificateFor: async (device) => {
        accounts.push(device.account);
        return undefined;
      },
    },
    deviceName: (account) => ({ productId: 'pr-fake', deviceId: 'de-fake', account: account ?? 'kept' }),
    expectedFingerprint: () => fingerprint,
    now,
    isOnline: () => true,
    onProof: ({ isBound }) => notes.push(isBound ? 'proved, bound' : 'proved, unbound'),
    onUser: (username, account) => notes.push(`user ${username}${account === undefined ? '' : ' new'}`),
  });
  session.subscribe(() => {
    const { kind } = session.snapshot();
    if (seen.at(-1) !== kind) seen.push(kind);
  });
  return { world, session, seen, notes, accounts };
}

/** Resolves with the state once it is of a kind. */
export async function until<Kind extends SessionState['kind']>(
  { session }: Pick<SessionRig, 'session'>,
  kind: Kind,
): Promise<Extract<SessionState, { readonly kind: Kind }>> {
  return untilIt(session, (state) => (isKind(state, kind) ? state : undefined));
}

/** Resolves with what is found in the state, once something is. */
export async function untilIt<T>(
  session: DeviceSession,
  find: (state: SessionState) => T | undefined,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const look = (): void => {
    const found = find(session.snapshot());
    if (found !== undefined) resolve(found);
  };
  const off = session.subscribe(look);
  look();
  const found = await promise;
  off();
  return found;
}

function isKind<Kind extends SessionState['kind']>(
  state: SessionState,
  kind: Kind,
): state is Extract<SessionState, { readonly kind: Kind }> {
  return state.kind === kind;
}
