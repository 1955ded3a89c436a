/** @module The owner's operations on the users of a device in this process. */
import { EdgeError, given, type User } from '@longwire/protocol';
import { hasAccessEnded } from '../iam/access-end.ts';
import type { Iam, Invite } from '../iam/iam.ts';
import type { IamConfig } from '../iam/iam-config.ts';
import type { IamState, StoredUser } from '../iam/iam-state.ts';
import { isServiceToken } from '../iam/service-token.ts';
import type { InviteRequest, Invitation, UserOperations, UserSummary } from './user-operations.ts';

/** The used part of {@link Iam}. */
export type ManagedUsers = Pick<
  Iam,
  'config' | 'invite' | 'removeUser' | 'setRole' | 'setAccessEnd' | 'removeFingerprint' | 'reset' | 'nowMs'
> & {
  readonly state: IamState;
};

/** What the operations act on. */
export interface IamOperationsOptions {
  readonly iam: ManagedUsers;
  /** Whether the service accepts a token that the device made for a user; undefined while unknown, as without a running device. */
  readonly isTokenTaken?: (token: string) => Promise<boolean | undefined>;
  /** Ends every session. */
  readonly endSessions?: () => void;
}

/** The name of the first user. */
export const FIRST_ADMINISTRATOR = 'admin';

function summaryOf(user: StoredUser, nowMs: number): UserSummary {
  return {
    username: user.username,
    hasPassword: user.passwordVerifier !== null,
    browsers: user.fingerprints.map(({ fingerprint, name }) => ({ fingerprint, ...(name ? { name } : {}) })),
    ...(user.displayName ? { displayName: user.displayName } : {}),
    ...(user.role === null ? {} : { role: user.role }),
    ...(user.accessEnd === null ? {} : { accessEndsAt: new Date(user.accessEnd.atMs).toISOString() }),
    ...(hasAccessEnded(user, nowMs) ? { hasAccessEnded: true } : {}),
  };
}

/** The token for a link and its marks; a token that the service does not accept is left out. */
async function tokenOf(
  token: string | undefined,
  isGiven: boolean,
  isTaken: (token: string) => Promise<boolean | undefined>,
): Promise<Pick<Invitation, 'sct' | 'isTokenUntested'>> {
  if (token === undefined) return {};
  if (isGiven || isServiceToken(token)) return { sct: token };
  const verdict = await isTaken(token);
  if (verdict === false) return {};
  return verdict === true ? { sct: token } : { sct: token, isTokenUntested: true };
}

/** Refuses the role of visitors without a login, which lets a user do nothing. @throws EdgeError ERR_NOT_FOUND */
function checkInviteRole({ roles, unpairedRole }: IamConfig, role: string | undefined): void {
  if (role !== unpairedRole) return;
  const others = roles.flatMap(({ id }) => (id === unpairedRole ? [] : [id]));
  throw new EdgeError(
    'ERR_NOT_FOUND',
    `role '${role}' is for visitors who are no users: choose one of ${others.join(', ')}`,
  );
}

/** Creates the operations. */
export function iamOperations({
  iam,
  isTokenTaken = async () => undefined,
  endSessions = () => undefined,
}: IamOperationsOptions): UserOperations {
  const find = (username: string): StoredUser | undefined =>
    iam.state.users.find((user) => user.username === username);
  const invitation = async (made: Invite, isNew: boolean, given?: string): Promise<Invitation> => ({
    username: made.username,
    password: made.password,
    isNew,
    ...(iam.state.friendlyName ? { deviceName: iam.state.friendlyName } : {}),
    ...(await tokenOf(given ?? made.sct, given !== undefined, isTokenTaken)),
  });
  return {
    users: async () => iam.state.users.map((user) => summaryOf(user, iam.nowMs)),
    invite: async ({ username, renew = false, sct, ...options }: InviteRequest) => {
      checkInviteRole(iam.config, options.role);
      const known = find(username);
      const browsers = known?.fingerprints.length ?? 0;
      if (browsers > 0 && !renew)
        throw new EdgeError(
          'ERR_ALREADY_EXISTS',
          `user ${username} has ${browsers} ${browsers === 1 ? 'browser' : 'browsers'} already: --renew makes a new password for another one`,
        );
      const made = await iam.invite(username, { ...options, ...given({ sct }) });
      return invitation(made, known === undefined, sct);
    },
    removeUser: ({ username }) => iam.removeUser(username),
    setRole: ({ username, role }) => iam.setRole(username, role),
    setAccessEnd: ({ username, accessEndsAtMs }) => iam.setAccessEnd(username, accessEndsAtMs),
    removeBrowser: ({ username, fingerprint }) => iam.removeFingerprint(username, fingerprint),
    reset: async ({ sct }) => {
      const made = await iam.reset({ username: FIRST_ADMINISTRATOR, ...given({ sct }) });
      endSessions();
      return invitation(made, true, sct);
    },
  };
}

/** The user of a session, for a report. */
export function nameOf(user: User | undefined): { username?: string; role?: string } {
  if (user === undefined) return {};
  return { username: user.Username, ...given({ role: user.Role }) };
}
