/** @module /iam/users/:username and the paths below it, as deployed devices answer: also where their list of users is empty. */
import { BAD_REQUEST, body, cbor, DENIED, NO_CONTENT, NOT_FOUND } from './cbor-body.ts';
import type { Value } from './cbor.ts';
import { text, type Answer, type Request } from './coap-framing.ts';
import type { DeviceState } from './device-state.ts';
import { answerUserFingerprint } from './fingerprint-resources.ts';
import { ROLES, userRecord, type DeviceUser } from './users.ts';

/** A field of a user that is set separately: its type is checked before the permission to set it, its limits after. */
interface Property {
  readonly action: string;
  readonly isValue: (value: Value | undefined) => boolean;
  readonly set: (user: DeviceUser, value: string | undefined) => Answer;
}

const isText = (value: Value | undefined): boolean => typeof value === 'string';
const isTextOrNull = (value: Value | undefined): boolean => value === null || isText(value);

function isWithin(value: string | undefined, min: number, max: number): boolean {
  const bytes = Buffer.byteLength(value ?? '');
  return value === undefined || (bytes >= min && bytes <= max);
}

const PROPERTIES: Readonly<Record<string, Property>> = {
  password: {
    action: 'IAM:SetUserPassword',
    isValue: isTextOrNull,
    set: (user, value) => {
      if (!isWithin(value, 4, 64)) return text(400, 'Invalid Password length');
      user.password = value;
      return NO_CONTENT;
    },
  },
  role: {
    action: 'IAM:SetUserRole',
    isValue: isText,
    set: (user, value = '') => {
      if (!ROLES.has(value)) return { statusCode: 404 };
      user.role = value;
      return NO_CONTENT;
    },
  },
  'display-name': {
    action: 'IAM:SetUserDisplayName',
    isValue: isTextOrNull,
    set: (user, value) => {
      if (!isWithin(value, 0, 64)) return text(400, 'Invalid Display Name length');
      user.displayName = value;
      return NO_CONTENT;
    },
  },
  'oauth-subject': {
    action: 'IAM:SetUserOauthSubject',
    isValue: isTextOrNull,
    set: (user, value) => {
      if (!isWithin(value, 0, 64)) return text(400, 'Invalid Oauth Subject length');
      user.oauthSubject = value;
      return NO_CONTENT;
    },
  },
};

/** Fields that no role of the demo may set, and what is parsed before the refusal. */
const NEVER_ALLOWED: Readonly<Record<string, Property['isValue']>> = {
  username: isText,
  sct: isText,
  fingerprint: isTextOrNull,
  fcm: () => true,
  'notification-categories': () => true,
};

/** A user and the request about it. */
interface Target {
  readonly state: DeviceState;
  readonly login: string | undefined;
  readonly user: DeviceUser | undefined;
  readonly request: Request;
}

function setProperty({ state, login, user, request }: Target, key: string): Answer {
  const value = body(request);
  const neverAllowed = NEVER_ALLOWED[key];
  if (neverAllowed !== undefined) return neverAllowed(value) ? DENIED : BAD_REQUEST;
  const property = PROPERTIES[key];
  if (property === undefined) return NOT_FOUND;
  if (!property.isValue(value)) return BAD_REQUEST;
  if (!state.isAllowed(login, property.action)) return DENIED;
  if (user === undefined) return { statusCode: 404 };
  return property.set(user, typeof value === 'string' ? value : undefined);
}

function answerProperty(target: Target, key: string): Answer {
  const { method } = target.request;
  if (method === 'POST' && key === 'fcm-test') return DENIED;
  return method === 'PUT' ? setProperty(target, key) : NOT_FOUND;
}

function answerRecord({ state, login, user, request: { method } }: Target): Answer {
  if (method !== 'GET' && method !== 'DELETE') return NOT_FOUND;
  if (!state.isAllowed(login, method === 'GET' ? 'IAM:GetUser' : 'IAM:DeleteUser')) return DENIED;
  if (user === undefined) return { statusCode: 404 };
  if (method === 'GET') return cbor(205, userRecord(user, state.quirks.version));
  state.users.delete(user.username);
  return { statusCode: 202 };
}

/** Answers below /iam/users/; the path is used as received, without decoding. */
export function answerUser(
  state: DeviceState,
  login: string | undefined,
  request: Request,
  [username = '', key, fingerprint]: readonly string[],
): Answer {
  const target = { state, login, user: state.users.get(username), request };
  if (key === undefined) return answerRecord(target);
  if (key !== 'fingerprints' || fingerprint === undefined) return answerProperty(target, key);
  if (!state.isAllowed(login, 'IAM:SetUserFingerprint')) return DENIED;
  return answerUserFingerprint(state, target.user, fingerprint, request);
}
