/** @module The client for users, pairing and settings; its code is loaded with the first request. */
import type * as IamCalls from './iam-calls.ts';
import type { IamClient } from './iam-calls.ts';
import type { RandomBytes } from '@longwire/protocol';
import { Part } from '../load/part.ts';
import { withLimits } from '@longwire/protocol/base';
import type { Requester } from '../request/request-options.ts';

/** The code of the requests. */
export const IAM: Part<typeof IamCalls> = new Part('iam', () => import('./iam-calls.ts'));

/** The names of all requests. */
const NAMES: Readonly<Record<keyof IamClient, true>> = {
  createUser: true,
  getUser: true,
  getMe: true,
  listUsers: true,
  listRoles: true,
  deleteUser: true,
  setUsername: true,
  setDisplayName: true,
  setPassword: true,
  setRole: true,
  setAccessEnd: true,
  setSct: true,
  setOauthSubject: true,
  setNotificationCategories: true,
  setFingerprint: true,
  addFingerprint: true,
  removeFingerprint: true,
  getPairing: true,
  pairPasswordOpen: true,
  pairPasswordInvite: true,
  getSettings: true,
  setPairingMode: true,
  setFriendlyName: true,
  listNotificationCategories: true,
};

/** The options are the last argument of every request. */
function signalOf(args: readonly unknown[]): AbortSignal | undefined {
  const { signal }: { readonly signal?: unknown } = Object(args.at(-1));
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Creates the client for a requester; each request can reject with ERR_PART_LOAD besides its own errors. */
export function createIamClient(request: Requester, randomBytes: RandomBytes): IamClient {
  const call = async (name: string, args: unknown[]): Promise<unknown> => {
    const { createIamCalls } = IAM.loaded ?? (await withLimits({ signal: signalOf(args) }, () => IAM.load()));
    // Object() returns it as it is, as a table of its methods by name.
    const { [name]: send }: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = Object(
      createIamCalls(request, randomBytes),
    );
    return send?.(...args);
  };
  const client = Object.fromEntries(
    Object.keys(NAMES).map((name) => [name, (...args: unknown[]) => call(name, args)]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every method, and each passes its arguments on
  return client as unknown as IamClient;
}
