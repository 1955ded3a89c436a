/** @module User management as pages in the field use it: each call takes the connection first. */
import type { User } from '@longwire/protocol';
import type { IamClient } from '../iam/iam-client.ts';
import type { CreatedUser } from '../iam/users.ts';

/** Anything that can be asked about users. */
export interface WithIam {
  readonly iam: IamClient;
}

/** Calls about users of a connection's device. */
export interface EdgeWebrtcIamUtil {
  /** Creates a user with a role; the answer holds its password, generated unless given. */
  createUser(connection: WithIam, username: string, role: string, password?: string): Promise<CreatedUser>;
  listIamRoles(connection: WithIam): Promise<string[]>;
  getMe(connection: WithIam): Promise<User>;
}

/** Makes the calls. */
export function createEdgeWebrtcIamUtil(): EdgeWebrtcIamUtil {
  return {
    createUser: async ({ iam }, username, role, password) => iam.createUser({ username, role, password }),
    listIamRoles: async ({ iam }) => iam.listRoles(),
    getMe: async ({ iam }) => iam.getMe(),
  };
}
