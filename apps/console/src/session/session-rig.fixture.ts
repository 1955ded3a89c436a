/** @module For tests: a device session with the fake device of a fake world. */

import { createFakeWorld, type FakeDevice, type FakeWorld } from '@longwire/testing';
import {
  createBrowserIdentity,
  createSession,
  type BrowserIdentity,
  type NetworkPort,
} from '@longwire/client';
import { encodeCbor } from '@longwire/protocol/cbor';
import { DeviceSession, type DeviceSessionOptions } from './device-session.ts';
import type { SessionState } from './session-state.ts';
import type { SignInPorts } from './session-run.ts';

/** A network without changes. */
export const quietNetwork: NetworkPort = { watch: () => () => undefined };

const NO_STORE = createBrowserIdentity({ locks: null });

/** The identity of a browser that stores no certificates. */
export const withoutCertificates: DeviceSessionOptions['identity'] & Pick<BrowserIdentity, 'forget'> = {
  certificateFor: async () => undefined,
  forget: async () => true,
  signIn: async (connection, options) => await NO_STORE.signIn(connection, options),
};

/** A session, its world, and what it reported. */
export interface SessionRig {
  readonly world: FakeWorld;
  readonly session: DeviceSession;
  /** The kinds of its states, without repetitions. */
  readonly seen: string[];
  /** What was recorded about the device. */
  readonly notes: string[];
  /** The accounts for which certificates were requested. */
  readonly accounts: (string | undefined)[];
}

/** How a rig differs from the default. */
export interface RigOptions {
  readonly prepare?: (device: FakeDevice) => void;
  readonly expected?: (world: FakeWorld) => string | undefined;
  readonly acceptUnbound?: boolean;
  readonly now?: () => number;
}

const ADMIN = { Username: 'admin', Role: 'Administrator' };

/** Creates a session that is not started. The password of `admin` on the device is "right password". */
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

/** Resolves with the state once it has this kind. */
export async function until<Kind extends SessionState['kind']>(
  { session }: Pick<SessionRig, 'session'>,
  kind: Kind,
): Promise<Extract<SessionState, { readonly kind: Kind }>> {
  return untilFound(session, (state) => (isKind(state, kind) ? state : undefined));
}

/** Resolves with what `find` returns for the state, once it returns something. */
export async function untilFound<T>(
  session: DeviceSession,
  find: (state: SessionState) => T | undefined,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const check = (): void => {
    const found = find(session.snapshot());
    if (found !== undefined) resolve(found);
  };
  const off = session.subscribe(check);
  check();
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
