/** @module /iam/… as deployed devices answer: 5.15's empty user list and failing role list unless 5.13's are selected. */
import { randomBytes } from 'node:crypto';
import { BAD_REQUEST, body, cbor, CONFLICT, DENIED, NOT_FOUND, readText } from './cbor-body.ts';
import { field } from './cbor.ts';
import { text, type Answer, type Request } from './coap-framing.ts';
import type { DeviceState } from './device-state.ts';
import { answerPasswordInvite, answerPasswordOpen, type Caller } from './fingerprint-resources.ts';
import { pairingInfo, setDeviceInfo, setSetting, settings } from './settings-resources.ts';
import { answerUser } from './user-resources.ts';
import { MAX_USERNAME_LENGTH, ROLES, USERNAME, userRecord, type DeviceUser } from './users.ts';

function listUsers({ quirks, users }: DeviceState): Answer {
  return quirks.version === '5.13' ? cbor(205, [...users.keys()]) : { statusCode: 205, contentType: 60 };
}

function listRoles({ quirks }: DeviceState): Answer {
  return quirks.version === '5.13' ? cbor(205, [...ROLES.keys()]) : text(500, 'Encoding error');
}

function createUser(state: DeviceState, request: Request): Answer {
  const value = body(request);
  if (value === undefined) return BAD_REQUEST;
  const username = readText(field(value, 'Username'));
  if (username === undefined) return text(400, 'Username missing');
  if (username.length > MAX_USERNAME_LENGTH) return text(400, 'Username too long');
  if (!USERNAME.test(username)) return text(400, 'Invalid username');
  if (state.users.has(username)) return CONFLICT;
  const user: DeviceUser = { username, sct: randomBytes(9).toString('base64url'), fingerprints: [] };
  state.users.set(username, user);
  return cbor(201, userRecord(user, state.quirks.version));
}

/** Answers a request below /iam/. */
export function answerIam(state: DeviceState, caller: Caller, request: Request): Answer {
  const { username: login } = caller;
  const me = login === undefined ? undefined : state.users.get(login);
  const guarded = (action: string, answer: () => Answer): Answer =>
    state.isAllowed(login, action) ? answer() : DENIED;
  const { method, path } = request;
  const below = (resource: string): string | undefined =>
    path.startsWith(`${resource}/`) ? path.slice(resource.length + 1) : undefined;
  const [user, setting, info] = [below('/iam/users'), below('/iam/settings'), below('/iam/device-info')];
  if (user !== undefined) return answerUser(state, login, request, user.split('/'));
  if (method === 'PUT' && setting !== undefined) {
    return guarded('IAM:SetSettings', () => setSetting(state, setting, request));
  }
  if (method === 'PUT' && info !== undefined) {
    return guarded('IAM:SetDeviceInfo', () => setDeviceInfo(state, info, request));
  }
  switch (`${method} ${path}`) {
    case 'GET /iam/me':
      return me === undefined ? text(404, 'Not paired') : cbor(205, userRecord(me, state.quirks.version));
    case 'GET /iam/users':
      return guarded('IAM:ListUsers', () => listUsers(state));
    case 'POST /iam/users':
      return guarded('IAM:CreateUser', () => createUser(state, request));
    case 'GET /iam/roles':
      return guarded('IAM:ListRoles', () => listRoles(state));
    case 'GET /iam/settings':
      return guarded('IAM:GetSettings', () => settings(state));
    case 'GET /iam/notification-categories':
    case 'POST /iam/pairing/local-initial':
      return DENIED;
    case 'GET /iam/pairing':
      return guarded('IAM:GetPairing', () => pairingInfo(state));
    case 'POST /iam/pairing/password-invite':
      return guarded('IAM:PairingPasswordInvite', () => answerPasswordInvite(state, caller, request));
    case 'POST /iam/pairing/password-open':
      return guarded('IAM:PairingPasswordOpen', () => answerPasswordOpen(state, caller, request));
    case 'POST /iam/pairing/local-open':
      return state.pairing.get('local-open-pairing') === true ? DENIED : text(404, 'Not Found');
    default:
      return NOT_FOUND;
  }
}
