/** @module /iam/pairing: pairs an anonymous browser with a user. */
import { given, type CborValue } from '@longwire/protocol';
import { cborResponse } from '../../coap/coap-response.ts';
import { HandlerError } from '../../coap/handler-error.ts';
import { hasOpenPairingLogin, loggedInUser, type Caller } from '../caller.ts';
import { requireAccess } from '../access-end.ts';
import { ADMINISTRATOR_ROLE } from '../default-config.ts';
import type { IamCall, IamResource } from '../iam-resource.ts';
import {
  findFingerprintOwner,
  findUser,
  newUser,
  withPassword,
  withUser,
  type IamState,
  type StoredUser,
} from '../iam-state.ts';
import { isOpenPairingPossible, withOpenPairing } from '../open-pairing.ts';
import { bodyMember, cborBody, emptyError, requireAction } from './call-checks.ts';
import { fingerprintName, withFingerprint } from './fingerprints.ts';
import { newUsername } from './username.ts';

const CREATED = { statusCode: 201 } as const;
const notLoggedIn = (): HandlerError => new HandlerError(401, 'Access Denied');
const modeOff = (): HandlerError => new HandlerError(404, 'Not Found');

/** GET /iam/pairing: the device's description and the current pairing modes. */
export const getPairing: IamResource = (call) => {
  requireAction(call, 'IAM:GetPairing');
  const { state, info, config, nowMs } = call;
  const modes = [
    ...(isOpenPairingPossible(state, config, nowMs) ? ['PasswordOpen'] : []),
    ...(state.isInvitePairingEnabled ? ['PasswordInvite'] : []),
  ];
  const body: Record<string, CborValue> = {
    Modes: modes,
    ...given({ AppVersion: info.appVersion, AppName: info.appName }),
    ProductId: info.productId,
    DeviceId: info.deviceId,
    ...(state.friendlyName === null ? {} : { FriendlyName: state.friendlyName }),
  };
  return { response: cborResponse(205, body) };
};

/** POST /iam/pairing/password-open: a new user, owning the certificate of this connection. */
export const pairPasswordOpen: IamResource = (call) => {
  const { state, caller, config, nowMs } = call;
  requireAction(call, 'IAM:PairingPasswordOpen');
  if (!isOpenPairingPossible(state, config, nowMs)) throw modeOff();
  if (!hasOpenPairingLogin(state, caller)) throw notLoggedIn();
  const body = cborBody(call);
  if (bodyMember(body, 'Password') !== undefined)
    throw HandlerError.badRequest('5.1 clients are not supported for password pairing');
  const username = newUsername(bodyMember(body, 'Username'), 'Username missing or invalid');
  const owner = findFingerprintOwner(state, caller.clientFingerprint);
  if (owner?.username === username) return { response: CREATED };
  if (owner !== undefined || findUser(state, username) !== undefined) throw new HandlerError(409, 'Conflict');
  if (state.users.length >= config.maxUsers) throw new HandlerError(500, 'Insufficient resources');
  const user: StoredUser = { ...newUser(state, username, call.generateSct()), role: state.openPairing.role };
  // The first administrator decides about all further users.
  const isFirstOwner = user.role === ADMINISTRATOR_ROLE;
  const next = withUser(isFirstOwner ? withOpenPairing(state, false, config, nowMs) : state, user);
  return {
    response: CREATED,
    state: withFingerprint(call, next, user, caller.clientFingerprint, fingerprintName(body)),
  };
};

/** The user of an invite: the one who logged in, or one who has already used the invite up with this certificate. */
function invitedUser(state: IamState, caller: Caller): StoredUser {
  const user = loggedInUser(state, caller);
  if (user !== undefined) return user;
  const owner = findFingerprintOwner(state, caller.clientFingerprint);
  if (owner === undefined || owner.passwordVerifier !== null) throw notLoggedIn();
  return owner;
}

/** The body of an invite, which may be missing altogether. */
function inviteBody(call: IamCall): CborValue {
  return call.payload === undefined || call.payload.length === 0 ? null : cborBody(call);
}

/** POST /iam/pairing/password-invite: the certificate of this connection becomes the user's, and the password is cleared. */
export const pairPasswordInvite: IamResource = (call) => {
  const { state, caller } = call;
  requireAction(call, 'IAM:PairingPasswordInvite');
  if (!state.isInvitePairingEnabled) throw modeOff();
  const user = invitedUser(state, caller);
  requireAccess(user, call.nowMs);
  const name = fingerprintName(inviteBody(call));
  const owner = findFingerprintOwner(state, caller.clientFingerprint);
  if (owner !== undefined && owner !== user) throw emptyError(409);
  const next = withPassword(state, user.username, null);
  const paired = owner === user ? next : withFingerprint(call, next, user, caller.clientFingerprint, name);
  return { response: CREATED, state: paired };
};

/** POST /iam/pairing/local-open, local-initial: always refused, since relays and NAT make "local" a guess. */
export const pairLocal: IamResource = () => {
  throw HandlerError.accessDenied();
};
