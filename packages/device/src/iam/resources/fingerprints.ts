/** @module The browser certificates of a user: added before the old one expires, removed when a browser is lost. */
import { utf8Encode, type CborValue, type Fingerprint } from '@longwire/protocol';
import { HandlerError } from '../../coap/handler-error.ts';
import type { IamCall, IamResource } from '../iam-resource.ts';
import { findFingerprintOwner, withChangedUser, type IamState, type StoredUser } from '../iam-state.ts';
import { bodyMember, cborBody, emptyError, fingerprintOf, pathParam, requireUser } from './call-checks.ts';

const ACTION = 'IAM:SetUserFingerprint';

/** Longest name of a certificate, in bytes, as on deployed devices; a longer one is not stored. */
const NAME_MAX_BYTES = 1023;

/** The name of a certificate in a request's body; undefined unless it is a text that fits. */
export function fingerprintName(body: CborValue): string | null {
  const name = bodyMember(body, 'FingerprintName') ?? bodyMember(body, 'Name');
  return typeof name === 'string' && utf8Encode(name).length <= NAME_MAX_BYTES ? name : null;
}

/** The state where a user owns one more certificate. @throws HandlerError 500 beyond the limit. */
export function withFingerprint(
  { config }: IamCall,
  state: IamState,
  user: StoredUser,
  fingerprint: Fingerprint,
  name: string | null,
): IamState {
  if (user.fingerprints.length >= config.maxFingerprintsPerUser)
    throw new HandlerError(500, 'Insufficient resources');
  const fingerprints = [...user.fingerprints, { fingerprint, name }];
  return withChangedUser(state, user.username, { fingerprints });
}

function add(call: IamCall, user: StoredUser, fingerprint: Fingerprint, name: string | null): IamState {
  const isTaken =
    findFingerprintOwner(call.state, fingerprint) !== undefined ||
    // The user logged in there would become this user without having asked (docs/adr/0013).
    call.isInUseByOther(fingerprint, user.username);
  if (isTaken) throw new HandlerError(409, 'Conflict');
  return withFingerprint(call, call.state, user, fingerprint, name);
}

/** PUT /iam/users/:username/fingerprints/:fingerprint. */
export const putFingerprint: IamResource = (call) => {
  const name = fingerprintName(cborBody(call));
  const user = requireUser(call, ACTION);
  const fingerprint = fingerprintOf(pathParam(call, 'fingerprint'));
  return { response: { statusCode: 204 }, state: add(call, user, fingerprint, name) };
};

/** DELETE /iam/users/:username/fingerprints/:fingerprint: that browser becomes anonymous. */
export const deleteFingerprint: IamResource = (call) => {
  const user = requireUser(call, ACTION);
  const removed = pathParam(call, 'fingerprint').toLowerCase();
  const fingerprints = user.fingerprints.filter(({ fingerprint }) => fingerprint !== removed);
  if (fingerprints.length === user.fingerprints.length) throw emptyError(404);
  return {
    response: { statusCode: 202 },
    state: withChangedUser(call.state, user.username, { fingerprints }),
  };
};

/** PUT /iam/users/:username/fingerprint, for clients that support only one: a text adds it, null removes the first. */
export const putOnlyFingerprint: IamResource = (call) => {
  const value = cborBody(call);
  if (value !== null && typeof value !== 'string') throw HandlerError.badRequest('Fingerprint missing');
  if (value !== null && value.length !== 64) throw HandlerError.badRequest('Invalid fingerprint length');
  const fingerprint = value === null ? null : fingerprintOf(value);
  const user = requireUser(call, ACTION);
  const state =
    fingerprint === null
      ? withChangedUser(call.state, user.username, { fingerprints: user.fingerprints.slice(1) })
      : add(call, user, fingerprint, null);
  return { response: { statusCode: 204 }, state };
};
