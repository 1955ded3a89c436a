/** @module The user management API of existing pages: each call takes the connection first, and errors have the texts that pages show. */
import type { CborValue, ErrorCode, RandomBytes, User } from '@longwire/protocol';
import { ContentFormat, EdgeError, generatePassword, StatusError, utf8Decode } from '@longwire/protocol/base';
import { decodeCbor, encodeCbor } from '@longwire/protocol/cbor';
import { parseStringList, parseUser } from '@longwire/protocol/iam';
import type { CreatedUser } from '../iam/users.ts';
import type { EdgeWebrtcConnection } from './edge-connection.ts';
import { bytesOf, type EdgeResponse } from './edge-payload.ts';

/** An object that sends requests to a device. */
export type WithRequests = Pick<EdgeWebrtcConnection, 'coapInvoke'>;

/** Calls that manage the users of a connection's device. */
export interface EdgeWebrtcIamUtil {
  /** Creates a user with a role; the result contains its password, generated unless given. If a later step fails, the user is removed again. */
  createUser(
    connection: WithRequests,
    username: string,
    role: string,
    password?: string,
  ): Promise<CreatedUser>;
  listIamRoles(connection: WithRequests): Promise<string[]>;
  getMe(connection: WithRequests): Promise<User>;
}

/** Creates the calls. */
export function createEdgeWebrtcIamUtil(randomBytes: RandomBytes): EdgeWebrtcIamUtil {
  return {
    createUser: async (connection, username, role, password = generatePassword(randomBytes)) => {
      requireText(username);
      const path = `/iam/users/${username}`;
      const send = (...[method, at, body]: ['POST' | 'PUT', string, CborValue]): Promise<EdgeResponse> =>
        connection.coapInvoke(method, at, ContentFormat.cbor, encodeCbor(body));
      const created = await send('POST', '/iam/users', { Username: username });
      requireStatus(created, 201, ['ERR_CREATE_USER', 'create user']);
      try {
        const withPassword = await send('PUT', `${path}/password`, password);
        requireStatus(withPassword, 204, ['ERR_SET_PASSWORD', 'set password for user']);
        requireStatus(await send('PUT', `${path}/role`, role), 204, ['ERR_SET_ROLE', 'set role for user']);
        return { ...(await readUser(connection, path, 'get user')), Password: password };
      } catch (error) {
        // Best effort: the page needs the error of the step that failed.
        await connection.coapInvoke('DELETE', path).catch(() => undefined);
        throw error;
      }
    },
    listIamRoles: async (connection) => {
      const response = await connection.coapInvoke('GET', '/iam/roles');
      requireStatus(response, 205, ['ERR_GET_ROLES', 'get IAM roles']);
      return parseStringList(payloadOf(response, 'list IAM roles'));
    },
    getMe: (connection) => readUser(connection, '/iam/me', 'get own user'),
  };
}

/** Refuses names that are not strings, which crash some deployed devices. The device itself rejects invalid strings, with texts that pages show. */
function requireText(username: unknown): void {
  if (typeof username !== 'string') throw new EdgeError('ERR_USERNAME', 'user name is not a text');
}

async function readUser(connection: WithRequests, path: string, verbPhrase: string): Promise<User> {
  const response = await connection.coapInvoke('GET', path);
  requireStatus(response, 205, ['ERR_GET_USER', verbPhrase]);
  return parseUser(payloadOf(response, 'get IAM user'));
}

function requireStatus(
  response: EdgeResponse,
  expected: number,
  [code, verbPhrase]: readonly [ErrorCode, string],
): void {
  const { statusCode, contentFormat, payload } = response;
  if (statusCode === expected) return;
  const message = `Failed to ${verbPhrase} with status: ${statusCode}`;
  const isText = statusCode >= 400 && contentFormat === ContentFormat.text && payload.length > 0;
  throw new StatusError(code, message, statusCode, isText ? utf8Decode(bytesOf(payload)) : undefined);
}

function payloadOf({ payload }: EdgeResponse, verbPhrase: string): CborValue {
  if (payload.length > 0) return decodeCbor(Uint8Array.from(payload));
  throw new EdgeError('ERR_PAYLOAD_FORMAT', `Failed to ${verbPhrase}. Response had no payload`);
}
