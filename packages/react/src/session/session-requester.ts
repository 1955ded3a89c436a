/** @module Sends requests to a provider's current session. */
import { EdgeError } from '@longwire/client';
import type { RequestPort } from '../request/requester.ts';
import type { LiveSlot } from './session-slot.ts';

/** Sends requests to the session in a slot; rejects with the reason if it has none. */
export function requesterOf(slot: LiveSlot): RequestPort {
  return {
    request: async (...call) => {
      const now = slot.snapshot();
      if (now.kind === 'filled') return now.session.request(...call);
      if (now.kind === 'failed') throw now.error;
      throw new EdgeError('ERR_NOT_CONNECTED', 'the DeviceProvider is not mounted');
    },
  };
}
