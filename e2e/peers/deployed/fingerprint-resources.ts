/** @module Certificates of users as deployed devices take them: by an invite, and one by one where a role allows it. */
import { decode, field } from './cbor.ts';
import { text, type Answer, type Request } from './coap-framing.ts';
import type { DeviceState } from './device-state.ts';
import type { DeviceUser, UserFingerprint } from './users.ts';

/** Who asks. */
export interface Caller {
  /** By the certificate, else by the login. */
  readonly username: string | undefined;
  readonly loggedInAs: string | undefined;
  readonly clientFingerprint: string;
}

const CONFLICT = text(409, 'Conflict');

/** POST /iam/pairing/password-invite: binds the certificate and clears the password. */
export function answerPairing(
  state: DeviceState,
  { loggedInAs, clientFingerprint }: Caller,
  request: Request,
): Answer {
  const user = loggedInAs === undefined ? undefined : state.users.get(loggedInAs);
  if (user === undefined) return text(401, 'Access Denied');
  const owner = state.ownerOf(clientFingerprint);
  if (owner !== undefined && owner !== user) return { statusCode: 409 };
  if (owner === undefined) user.fingerprints.push(entry(clientFingerprint, request, 'FingerprintName'));
  delete user.password;
  return { statusCode: 201 };
}

/** PUT and DELETE /iam/users/:username/fingerprints/:fingerprint, once the right to it is clear. */
export function answerUserFingerprint(
  state: DeviceState,
  user: DeviceUser | undefined,
  fingerprint: string,
  request: Request,
): Answer {
  if (user === undefined) return { statusCode: 404 };
  if (request.method === 'PUT') {
    if (state.ownerOf(fingerprint) !== undefined) return CONFLICT;
    user.fingerprints.push(entry(fingerprint, request, 'Name'));
    return { statusCode: 204 };
  }
  const index = user.fingerprints.findIndex((each) => each.fingerprint === fingerprint);
  if (request.method !== 'DELETE' || index < 0) return { statusCode: 404 };
  user.fingerprints.splice(index, 1);
  return { statusCode: 202 };
}

function entry(fingerprint: string, { payload }: Request, key: string): UserFingerprint {
  const name = payload === undefined ? undefined : field(decode(payload), key);
  return { fingerprint, ...(typeof name === 'string' ? { name } : {}) };
}
