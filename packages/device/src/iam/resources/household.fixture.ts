/** @module Test fixture: the users of a household, and their connections. */
import { passwordVerifier, type CborValue, type Method } from '@longwire/protocol';
import { testFingerprint, type HarnessClient } from '../../coap/resource-harness.fixture.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState, type StoredUser } from '../iam-state.ts';

/** The password of all users. */
export const PASSWORD = 'the password';

function addUser(
  state: IamState,
  username: string,
  role: string,
  change: Partial<StoredUser> = {},
): IamState {
  const user = {
    ...newUser(state, username, `sct-${username}`),
    role,
    passwordVerifier: passwordVerifier(PASSWORD),
  };
  return withUser(state, { ...user, ...change });
}

/** An administrator, a standard user, and a guest with a phone. */
export function household(): IamState {
  const browser = { fingerprints: [{ fingerprint: testFingerprint("gina's phone"), name: 'Phone' }] };
  let state = addUser(EMPTY_IAM_STATE, 'admin', 'Administrator');
  state = addUser(state, 'bob', 'Standard');
  return addUser(state, 'gina', 'Guest', browser);
}

/** The status of a PUT. */
export const put = async (client: HarnessClient, path: string, cbor: CborValue): Promise<number> =>
  (await client.request('PUT', path, { cbor })).statusCode;
/** The status of a request without a payload. */
export const send = async (client: HarnessClient, method: Method, path: string): Promise<number> =>
  (await client.request(method, path)).statusCode;
