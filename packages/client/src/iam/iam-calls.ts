/** @module All requests about users, pairing and settings. */
import type { RandomBytes } from '@longwire/protocol';
import type { Requester } from '../request/request-options.ts';
import { createIamCaller } from './iam-call.ts';
import { createPairingCalls, type PairingCalls } from './pairing.ts';
import { createSettingsCalls, type SettingsCalls } from './settings.ts';
import { createUserFieldCalls, type UserFieldCalls } from './user-fields.ts';
import { createUserCalls, type UserCalls } from './users.ts';

/** The resources of PROTOCOL.md section 8 under `/iam`. */
export interface IamClient extends UserCalls, UserFieldCalls, PairingCalls, SettingsCalls {}

/** Creates the requests for a requester. */
export function createIamCalls(request: Requester, randomBytes: RandomBytes): IamClient {
  const call = createIamCaller(request);
  return {
    ...createUserCalls(call, randomBytes),
    ...createUserFieldCalls(call),
    ...createPairingCalls(call),
    ...createSettingsCalls(call),
  };
}
