/** @module Pairing: makes a browser known to a device. */
import type { PairingInfo } from '@longwire/protocol';
import { checkUsername } from '@longwire/protocol/base';
import { parsePairingInfo } from '@longwire/protocol/iam';
import type { CallOptions } from '../request/request-options.ts';
import { failTo, get, Status, type IamCaller } from './iam-call.ts';

/** The name of this browser's certificate on the device. */
export interface PairingOptions extends CallOptions {
  readonly fingerprintName?: string | undefined;
}

/** Requests about pairing. */
export interface PairingCalls {
  getPairing(options?: CallOptions): Promise<PairingInfo>;
  /** After a login with the open password: creates a user for this browser. */
  pairPasswordOpen(username: string, options?: PairingOptions): Promise<void>;
  /** After a login with an invite: assigns this browser's certificate to the user and clears its password. */
  pairPasswordInvite(options?: PairingOptions): Promise<void>;
}

const nameOf = ({ fingerprintName }: PairingOptions): { FingerprintName?: string } =>
  fingerprintName === undefined ? {} : { FingerprintName: fingerprintName };

/** Creates the requests about pairing. */
export function createPairingCalls(call: IamCaller): PairingCalls {
  const pair = async (mode: string, body: Record<string, string>, options: CallOptions): Promise<void> => {
    const post = { path: `/iam/pairing/${mode}`, body, fail: failTo(`pair by ${mode}`) };
    await call({ method: 'POST', expected: Status.created, ...post }, options);
  };
  return {
    getPairing: async (options = {}) => {
      const response = await get(call, { path: '/iam/pairing', fail: failTo('get pairing') }, options);
      return parsePairingInfo(await response.cbor());
    },
    pairPasswordOpen: async (username, options = {}) =>
      pair('password-open', { Username: checkUsername(username), ...nameOf(options) }, options),
    pairPasswordInvite: async (options = {}) => pair('password-invite', nameOf(options), options),
  };
}
