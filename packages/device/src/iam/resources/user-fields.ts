/** @module PUT /iam/users/:username/<field>: one CBOR value each. The payload is checked before the right, as on deployed devices. */
import {
  checkDisplayName,
  checkOauthSubject,
  checkPassword,
  checkSct,
  EdgeError,
  passwordVerifier,
  utf8Encode,
  type CborValue,
} from '@longwire/protocol';
import { HandlerError } from '../../coap/handler-error.ts';
import { identifyCaller, loggedInUser } from '../caller.ts';
import { accessEndAt } from '../access-end.ts';
import { hasRole } from '../iam-config.ts';
import type { IamCall, IamOutcome, IamResource } from '../iam-resource.ts';
import {
  findUser,
  withChangedUser,
  withOauthSubject,
  withPassword,
  withUsername,
  type StoredUser,
} from '../iam-state.ts';
import {
  bodyMember,
  cborBody,
  checkedText,
  emptyError,
  pathParam,
  requireAction,
  requireUser,
} from './call-checks.ts';
import { newUsername } from './username.ts';

const CHANGED = { statusCode: 204 } as const;

/** A field that only changes the user's record. */
function recordField(
  action: string,
  parse: (value: CborValue, call: IamCall) => Partial<StoredUser>,
): IamResource {
  return (call) => {
    const change = parse(cborBody(call), call);
    const { username } = requireUser(call, action);
    return { response: CHANGED, state: withChangedUser(call.state, username, change) };
  };
}

/** PUT …/username: the logins made under the old name end. */
export const putUsername: IamResource = (call) => {
  const username = newUsername(cborBody(call), 'Bad request');
  const user = requireUser(call, 'IAM:SetUserUsername');
  if (findUser(call.state, username) !== undefined) throw new HandlerError(409, 'Conflict');
  return { response: CHANGED, state: withUsername(call.state, user.username, username) };
};

/** PUT …/display-name; null clears. */
export const putDisplayName: IamResource = recordField('IAM:SetUserDisplayName', (value) => ({
  displayName:
    value === null
      ? null
      : checkedText(value, checkDisplayName, 'Invalid Display Name', 'Invalid Display Name length'),
}));

/** When the password set by this call expires unless it is used: one that a user sets for another is an invite. */
function expiryOf({ state, caller, config, nowMs }: IamCall, user: StoredUser): number | null {
  if (identifyCaller(state, caller) === user || config.inviteMs === 0) return null;
  return nowMs + config.inviteMs;
}

/** PUT …/password; null clears. Logins with the old password end, except for that of the caller. */
export const putPassword: IamResource = (call): IamOutcome => {
  const value = cborBody(call);
  if (value !== null && typeof value !== 'string') throw HandlerError.badRequest('Password missing');
  const user = requireUser(call, 'IAM:SetUserPassword');
  const verifier =
    value === null
      ? null
      : passwordVerifier(checkedText(value, checkPassword, 'Password missing', 'Invalid Password length'));
  const expiresAtMs = verifier === null ? null : expiryOf(call, user);
  const state = withPassword(call.state, user.username, verifier, expiresAtMs);
  const isOwnLogin = verifier !== null && loggedInUser(call.state, call.caller) === user;
  if (!isOwnLogin) return { response: CHANGED, state };
  return {
    response: CHANGED,
    state,
    login: { username: user.username, passwordEpoch: call.state.nextPasswordEpoch },
  };
};

/** PUT …/role; null removes it. An unknown user and an unknown role are both 404. */
export const putRole: IamResource = (call) => {
  const role = cborBody(call);
  if (role !== null && typeof role !== 'string') throw HandlerError.badRequest('Role missing');
  const user = requireUser(call, 'IAM:SetUserRole', role === null ? {} : { 'IAM:RoleId': role });
  if (role !== null && !hasRole(call.config, role)) throw emptyError(404);
  return { response: CHANGED, state: withChangedUser(call.state, user.username, { role }) };
};

const isWhole = (value: CborValue): value is number => Number.isSafeInteger(value);

/** A time in whole seconds since 1970, or null. */
function accessEndOf(value: CborValue, { nowMs }: IamCall): StoredUser['accessEnd'] {
  if (value !== null && !isWhole(value)) throw HandlerError.badRequest('End of access missing');
  try {
    return accessEndAt(value === null ? null : value * 1000, nowMs);
  } catch (cause) {
    if (!(cause instanceof EdgeError)) throw cause;
    throw HandlerError.badRequest(cause.message, { cause });
  }
}

/** PUT …/access-ends-at; null removes the end. */
export const putAccessEnd: IamResource = recordField('IAM:SetUserAccessEnd', (value, call) => ({
  accessEnd: accessEndOf(value, call),
}));

/** PUT …/sct. */
export const putSct: IamResource = recordField('IAM:SetUserSct', (value) => ({
  sct: checkedText(value, checkSct, 'Invalid SCT', 'Invalid SCT'),
}));

/** PUT …/oauth-subject; null clears. Logins by a token with the old subject end. */
export const putOauthSubject: IamResource = (call) => {
  const value = cborBody(call);
  const subject =
    value === null
      ? null
      : checkedText(value, checkOauthSubject, 'Invalid Oauth Subject', 'Invalid Oauth Subject length');
  const { username } = requireUser(call, 'IAM:SetUserOauthSubject');
  return { response: CHANGED, state: withOauthSubject(call.state, username, subject) };
};

/** PUT …/notification-categories: names of the device's categories. */
export const putNotificationCategories: IamResource = recordField(
  'IAM:SetUserNotificationCategories',
  (value, { config }) => {
    if (!Array.isArray(value)) throw HandlerError.badRequest();
    const wanted: ReadonlySet<CborValue> = new Set(value);
    const known = config.notificationCategories.filter((category) => wanted.has(category));
    if (known.length !== wanted.size) throw HandlerError.badRequest();
    return { notificationCategories: known };
  },
);

/** Longest push token and project id, in bytes, as on deployed devices. */
const FCM_TOKEN_MAX_BYTES = 1023;
const FCM_PROJECT_ID_MAX_BYTES = 255;

function fcmText(body: CborValue, key: string, maxBytes: number): string {
  const value = bodyMember(body, key);
  if (typeof value !== 'string' || utf8Encode(value).length > maxBytes) throw HandlerError.badRequest();
  return value;
}

/** PUT …/fcm: `{Token, ProjectId}`. */
export const putFcm: IamResource = recordField('IAM:SetUserFcm', (body) => ({
  fcm: {
    token: fcmText(body, 'Token', FCM_TOKEN_MAX_BYTES),
    projectId: fcmText(body, 'ProjectId', FCM_PROJECT_ID_MAX_BYTES),
  },
}));

/** POST …/fcm-test: always fails, since the device cannot send the message. */
export const postFcmTest: IamResource = (call) => {
  const username = pathParam(call, 'username');
  requireAction(call, 'IAM:SendUserFcmTest', { 'IAM:Username': username });
  const user = findUser(call.state, username);
  if (user === undefined) throw new HandlerError(404, 'No such user');
  if (user.fcm === null) throw new HandlerError(404, 'User FCM config not found');
  throw new HandlerError(503, 'Failed to send to basestation');
};
