/** @module Test fixture: the users of a household, and the rounds of a login one by one. */
import { passwordVerifier } from '@longwire/protocol';
import type { HarnessClient } from '../coap/resource-harness.fixture.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState, type StoredUser } from '../iam/iam-state.ts';

/** The administrator's password. */
export const ADMIN_PASSWORD = 'admin-password';
/** The guest's password. */
export const BOB_PASSWORD = 'bob-password';

/** A state with these users. */
export function stateWith(
  ...users: readonly (Partial<StoredUser> & { readonly username: string })[]
): IamState {
  return users.reduce<IamState>(
    (state, user) => withUser(state, { ...newUser(state, user.username, 'sct'), ...user }),
    EMPTY_IAM_STATE,
  );
}

/** An administrator, a guest, and a user without a password. */
export const household: IamState = stateWith(
  { username: 'admin', role: 'Administrator', passwordVerifier: passwordVerifier(ADMIN_PASSWORD) },
  { username: 'bob', role: 'Guest', passwordVerifier: passwordVerifier(BOB_PASSWORD) },
  { username: 'nopassword', role: 'Administrator' },
);

/** Round 1 alone, with any password. */
export async function round1(client: HarnessClient, username: string, password = 'a guess'): Promise<number> {
  return (await client.startLogin(username, password)).answer.statusCode;
}

/** Round 2 alone. */
export const round2 = async (client: HarnessClient, bytes: Uint8Array): Promise<number> =>
  (await client.request('POST', '/p2p/pwd-auth/2', { bytes })).statusCode;
