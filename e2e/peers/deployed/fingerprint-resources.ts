/** @module Certificates of users as deployed devices accept them: by pairing, and one by one where a role allows it. */
import { randomBytes } from 'node:crypto';
import { BAD_REQUEST, body, CONFLICT, CREATED, NO_CONTENT, readText } from './cbor-body.ts';
import { field } from './cbor.ts';
import { text, type Answer, type Request } from './coap-framing.ts';
import type { DeviceState } from './device-state.ts';
import { USERNAME, type DeviceUser, type UserFingerprint } from './users.ts';

/** The requesting user. */
export interface Caller {
  /** By the certificate, else by the login. */
  readonly username: string | undefined;
  readonly loggedInAs: string | undefined;
  readonly clientFingerprint: string;
}

const NOT_LOGGED_IN = text(401, 'Access Denied');
const MODE_OFF = text(404, 'Not Found');

/** The role of users who paired with the open password. */
const OPEN_PAIRING_ROLE = 'Standard';

/** POST /iam/pairing/password-invite: binds the certificate and clears the password. */
export function answerPasswordInvite(
  state: DeviceState,
  { loggedInAs, clientFingerprint }: Caller,
  request: Request,
): Answer {
  if (state.pairing.get('password-invite-pairing') !== true) return MODE_OFF;
  if (loggedInAs === '') return text(500, 'Server error');
  const user = loggedInAs === undefined ? undefined : state.users.get(loggedInAs);
  if (user === undefined) return NOT_LOGGED_IN;
  const [owner, isOlder] = [state.ownerOf(clientFingerprint), state.quirks.version === '5.13'];
  if (!isOlder && owner !== undefined && owner !== user) return { statusCode: 409 };
  if (isOlder || owner === undefined) user.fingerprints.push(entry(clientFingerprint, request));
  delete user.password;
  return CREATED;
}

/** POST /iam/pairing/password-open: makes a user for any client that has logged in with a password. */
export function answerPasswordOpen(
  state: DeviceState,
  { loggedInAs, clientFingerprint }: Caller,
  request: Request,
): Answer {
  if (state.pairing.get('password-open-pairing') !== true) return MODE_OFF;
  if (loggedInAs === undefined) return NOT_LOGGED_IN;
  const value = body(request);
  if (value === undefined) return BAD_REQUEST;
  if (field(value, 'Password') !== undefined) {
    return text(400, '5.1 clients are not supported for password pairing');
  }
  const username = readText(field(value, 'Username'));
  if (username === undefined) return text(400, 'Username missing or invalid');
  if (!USERNAME.test(username)) return text(400, 'Invalid username');
  const isSameAgain = state.ownerOf(clientFingerprint)?.username === username;
  if (isSameAgain && state.quirks.version === '5.15') return CREATED;
  if (state.users.has(username)) return CONFLICT;
  state.users.set(username, {
    username,
    role: OPEN_PAIRING_ROLE,
    sct: randomBytes(9).toString('base64url'),
    fingerprints: [entry(clientFingerprint, request)],
  });
  return CREATED;
}

/** PUT and DELETE /iam/users/:username/fingerprints/:fingerprint, after the check of permissions. */
export function answerUserFingerprint(
  state: DeviceState,
  user: DeviceUser | undefined,
  fingerprint: string,
  request: Request,
): Answer {
  if (request.method === 'PUT' && body(request) === undefined) return BAD_REQUEST;
  if (user === undefined) return { statusCode: 404 };
  if (request.method === 'PUT') {
    if (state.ownerOf(fingerprint) !== undefined) return CONFLICT;
    user.fingerprints.push(entry(fingerprint, request));
    return NO_CONTENT;
  }
  const index = user.fingerprints.findIndex((each) => each.fingerprint === fingerprint);
  if (request.method !== 'DELETE' || index < 0) return { statusCode: 404 };
  user.fingerprints.splice(index, 1);
  return { statusCode: 202 };
}

/** The name of the browser is read from this key only. */
function entry(fingerprint: string, request: Request): UserFingerprint {
  const value = body(request);
  const name = readText(value === undefined ? undefined : field(value, 'FingerprintName'));
  return { fingerprint, ...(name === undefined ? {} : { name }) };
}
