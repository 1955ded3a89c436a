/** @module Where a browser gets its push messages. */
import { createECDH, createHash } from 'node:crypto';
import { base64urlDecode, type Fingerprint } from '@longwire/protocol';
import { HandlerError } from '../../coap/handler-error.ts';
import type { IamState, StoredUser } from '../../iam/iam-state.ts';
import type { StoredPush } from '../../iam/push-settings.ts';
import { fieldOf } from '../../read-field.ts';

/** Most browsers of a user that get messages; one more replaces the oldest. Reason: each event is a message to each of them. */
const MAX_BROWSERS = 8;

/** Longest endpoint, in characters, as the service accepts it. */
const MAX_ENDPOINT_LENGTH = 1024;

/** Printable ASCII without spaces. */
const ENDPOINT = /^https?:\/\/[\x21-\x7e]+$/u;

const AUTH_BYTES = 16;

/** A browser's name for a device: a UUID of the console. */
const SENDER = /^[\w-]{16,64}$/u;

/** Identifies an endpoint without revealing it. */
export function pushId(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}

/** Reads a subscription as `PushSubscription.toJSON()` has it, with a `sender`. @throws HandlerError 400 */
export function parsePush(body: unknown, browser: Fingerprint): StoredPush {
  const keys = fieldOf(body, 'keys');
  const [endpoint, p256dh, auth] = [
    fieldOf(body, 'endpoint'),
    fieldOf(keys, 'p256dh'),
    fieldOf(keys, 'auth'),
  ];
  if (typeof endpoint !== 'string' || endpoint.length > MAX_ENDPOINT_LENGTH || !ENDPOINT.test(endpoint))
    throw HandlerError.badRequest('Invalid endpoint');
  if (typeof p256dh !== 'string' || typeof auth !== 'string' || !areKeys(p256dh, auth))
    throw HandlerError.badRequest('Invalid keys');
  const sender = fieldOf(body, 'sender') ?? null;
  if (sender !== null && (typeof sender !== 'string' || !SENDER.test(sender)))
    throw HandlerError.badRequest('Invalid sender');
  return { endpoint, p256dh, auth, sender, browser };
}

function areKeys(p256dh: string, auth: string): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    // Refuses points that are not on the curve.
    ecdh.computeSecret(base64urlDecode(p256dh));
    return base64urlDecode(auth).length === AUTH_BYTES;
  } catch {
    return false;
  }
}

/** The subscriptions of browsers that a user still has. */
export function pushesOf({ pushes, fingerprints }: StoredUser): readonly StoredPush[] {
  return pushes.filter(({ browser }) => fingerprints.some(({ fingerprint }) => fingerprint === browser));
}

/** The state in which a user's browser gets messages at its newest endpoint alone, and no other user in that browser. */
export function withPush(state: IamState, username: string, push: StoredPush): IamState {
  const isSame = ({ endpoint, browser }: StoredPush): boolean =>
    endpoint === push.endpoint || browser === push.browser;
  const { users } = withoutPushes(state, (_, each) => isSame(each));
  return {
    ...state,
    users: users.map((user) =>
      user.username === username ? { ...user, pushes: [...pushesOf(user), push].slice(-MAX_BROWSERS) } : user,
    ),
  };
}

/** The state in which no user, or not this one, gets messages at an endpoint. */
export function withoutPush(state: IamState, id: string, username?: string): IamState {
  return withoutPushes(
    state,
    (user, { endpoint }) => pushId(endpoint) === id && (username === undefined || user.username === username),
  );
}

function withoutPushes(state: IamState, isGone: (user: StoredUser, push: StoredPush) => boolean): IamState {
  if (!state.users.some((user) => user.pushes.some((push) => isGone(user, push)))) return state;
  const users = state.users.map((user) => ({
    ...user,
    pushes: user.pushes.filter((push) => !isGone(user, push)),
  }));
  return { ...state, users };
}
