/** @module /iam/… as deployed devices answer: 5.15's empty user list and failing role list unless asked for 5.13's. */
import { randomBytes } from 'node:crypto';
import { decode, encode, field, type Value } from './cbor.ts';
import { text, type Answer, type Request } from './coap-framing.ts';
import type { DeviceState } from './device-state.ts';
import { answerPairing, answerUserFingerprint, type Caller } from './fingerprint-resources.ts';
import { ROLES, userRecord, type DeviceUser } from './users.ts';

const DENIED = text(403, 'Access Denied');
const BAD_REQUEST = text(400, 'Bad request');
const NOT_FOUND = text(404, 'Resource not found');

function cbor(statusCode: number, value: Value): Answer {
  return { statusCode, contentType: 60, payload: encode(value) };
}

function body({ payload }: Request): Value | undefined {
  try {
    return payload === undefined ? undefined : decode(payload);
  } catch {
    return undefined;
  }
}

function list(state: DeviceState, values: readonly string[]): Answer {
  return state.quirks.hasWorkingLists ? cbor(205, values) : { statusCode: 205, contentType: 60 };
}

function listRoles(state: DeviceState): Answer {
  return state.quirks.hasWorkingLists ? cbor(205, [...ROLES.keys()]) : text(500, 'Encoding error');
}

function createUser(state: DeviceState, request: Request): Answer {
  const value = body(request);
  const username = value === undefined ? undefined : field(value, 'Username');
  if (typeof username !== 'string') return BAD_REQUEST;
  if (!/^[a-z0-9_.-]{1,64}$/u.test(username)) return text(400, 'Invalid username');
  if (state.users.has(username)) return text(409, 'Conflict');
  const user: DeviceUser = { username, sct: randomBytes(9).toString('base64url'), fingerprints: [] };
  state.users.set(username, user);
  return cbor(201, userRecord(user));
}

type Setter = (user: DeviceUser, value: Value | undefined) => Answer;

const NO_CONTENT: Answer = { statusCode: 204 };

const SETTERS: Readonly<Record<string, { readonly action: string; readonly set: Setter }>> = {
  password: {
    action: 'IAM:SetUserPassword',
    set: (user, value) => {
      if (value === null) delete user.password;
      else if (typeof value !== 'string') return BAD_REQUEST;
      else if (Buffer.byteLength(value) < 4 || Buffer.byteLength(value) > 64) {
        return text(400, 'Invalid Password length');
      } else user.password = value;
      return NO_CONTENT;
    },
  },
  role: {
    action: 'IAM:SetUserRole',
    set: (user, value) => {
      if (typeof value !== 'string') return BAD_REQUEST;
      if (!ROLES.has(value)) return { statusCode: 404 };
      user.role = value;
      return NO_CONTENT;
    },
  },
  'display-name': {
    action: 'IAM:SetUserDisplayName',
    set: (user, value) => {
      if (value === null) delete user.displayName;
      else if (typeof value !== 'string') return BAD_REQUEST;
      else user.displayName = value;
      return NO_CONTENT;
    },
  },
};

function oneUser(
  state: DeviceState,
  login: string | undefined,
  request: Request,
  [username = '', key, fingerprint]: readonly string[],
): Answer {
  const user = state.users.get(username);
  if (key === 'fingerprints' && fingerprint !== undefined) {
    if (!state.isAllowed(login, 'IAM:SetUserFingerprint')) return DENIED;
    return answerUserFingerprint(state, user, fingerprint, request);
  }
  if (key !== undefined) {
    const setter = SETTERS[key];
    if (request.method !== 'PUT' || setter === undefined) return NOT_FOUND;
    if (!state.isAllowed(login, setter.action)) return DENIED;
    return user === undefined ? { statusCode: 404 } : setter.set(user, body(request));
  }
  if (request.method !== 'GET' && request.method !== 'DELETE') return NOT_FOUND;
  if (!state.isAllowed(login, request.method === 'GET' ? 'IAM:GetUser' : 'IAM:DeleteUser')) return DENIED;
  if (user === undefined) return { statusCode: 404 };
  if (request.method === 'GET') return cbor(205, userRecord(user));
  state.users.delete(username);
  return { statusCode: 202 };
}

function guarded(
  state: DeviceState,
  login: string | undefined,
  action: string,
  answer: () => Answer,
): Answer {
  return state.isAllowed(login, action) ? answer() : DENIED;
}

/** Answers a request below /iam/. */
export function answerIam(state: DeviceState, caller: Caller, request: Request): Answer {
  const { username: login } = caller;
  const me = login === undefined ? undefined : state.users.get(login);
  if (request.path.startsWith('/iam/users/')) {
    return oneUser(state, login, request, request.path.slice('/iam/users/'.length).split('/'));
  }
  switch (`${request.method} ${request.path}`) {
    case 'GET /iam/me':
      return me === undefined ? text(404, 'Not paired') : cbor(205, userRecord(me));
    case 'GET /iam/users':
      return guarded(state, login, 'IAM:ListUsers', () => list(state, [...state.users.keys()]));
    case 'POST /iam/users':
      return guarded(state, login, 'IAM:CreateUser', () => createUser(state, request));
    case 'GET /iam/roles':
      return guarded(state, login, 'IAM:ListRoles', () => listRoles(state));
    case 'POST /iam/pairing/password-invite':
      return guarded(state, login, 'IAM:PairingPasswordInvite', () => answerPairing(state, caller, request));
    default:
      return NOT_FOUND;
  }
}
