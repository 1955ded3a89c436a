/** @module /iam/me, /iam/users: lists, creates, reads and deletes users. */
import type { CborValue } from '@longwire/protocol';
import { cborResponse, type CoapResponse } from '../../coap/coap-response.ts';
import { HandlerError } from '../../coap/handler-error.ts';
import { hasAccessEnded } from '../access-end.ts';
import { identifyCaller } from '../caller.ts';
import type { IamResource } from '../iam-resource.ts';
import { findUser, newUser, withoutUser, withUser, type StoredUser } from '../iam-state.ts';
import { userRecord } from '../user-record.ts';
import { bodyMember, cborBody, requireAction, requireUser } from './call-checks.ts';
import { newUsername } from './username.ts';

function userResponse(statusCode: number, user: StoredUser, nowMs: number): CoapResponse {
  const record: { readonly [key: string]: CborValue } = { ...userRecord(user, nowMs) };
  return cborResponse(statusCode, record);
}

/** GET /iam/me: needs no right. A user whose access has ended reads that, and no role. */
export const getMe: IamResource = ({ state, caller, nowMs }) => {
  const user = identifyCaller(state, caller);
  if (user === undefined) throw new HandlerError(404, 'Not paired');
  const current = hasAccessEnded(user, nowMs) ? { ...user, role: null } : user;
  return { response: userResponse(205, current, nowMs) };
};

/** GET /iam/users. */
export const listUsers: IamResource = (call) => {
  requireAction(call, 'IAM:ListUsers');
  return {
    response: cborResponse(
      205,
      call.state.users.map(({ username }) => username),
    ),
  };
};

/** POST /iam/users: the new user has a connection token, but no role or password yet. */
export const createUser: IamResource = (call) => {
  requireAction(call, 'IAM:CreateUser');
  const username = newUsername(bodyMember(cborBody(call), 'Username'), 'Username missing');
  if (findUser(call.state, username) !== undefined) throw new HandlerError(409, 'Conflict');
  if (call.state.users.length >= call.config.maxUsers) throw new HandlerError(500, 'Insufficient resources');
  const user = newUser(call.state, username, call.generateSct());
  return { response: userResponse(201, user, call.nowMs), state: withUser(call.state, user) };
};

/** GET /iam/users/:username. */
export const getUser: IamResource = (call) => ({
  response: userResponse(205, requireUser(call, 'IAM:GetUser'), call.nowMs),
});

/** DELETE /iam/users/:username: the user's connections become anonymous. */
export const deleteUser: IamResource = (call) => {
  const { username } = requireUser(call, 'IAM:DeleteUser');
  return { response: { statusCode: 202 }, state: withoutUser(call.state, username) };
};

/** GET /iam/roles. */
export const listRoles: IamResource = (call) => {
  requireAction(call, 'IAM:ListRoles');
  return {
    response: cborResponse(
      205,
      call.config.roles.map(({ id }) => id),
    ),
  };
};

/** GET /iam/notification-categories. */
export const listNotificationCategories: IamResource = (call) => {
  requireAction(call, 'IAM:ListNotificationCategories');
  return { response: cborResponse(205, call.config.notificationCategories) };
};
