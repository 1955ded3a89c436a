/** @module All requests about users, pairing and settings. */
import type { RandomBytes } from '@longwire/protocol';
import type { Requester } from '../request/request-options.ts';
import { createIamCaller } from './iam-call.ts';
import type { IamClient } from './iam-client.ts';
import { createPairingCalls } from './pairing.ts';
import { createSettingsCalls } from './settings.ts';
import { createUserFieldCalls } from './user-fields.ts';
import { createUserCalls } from './users.ts';

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
