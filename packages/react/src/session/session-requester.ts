/** @module Requests to whatever session a provider has when they are made. */
import { EdgeError } from '@longwire/client';
import type { RequestPort } from '../request/requester.ts';
import type { LiveSeat } from './seat.ts';

/** Requests to the session on a seat; rejects with why there is none. */
export function requesterOf(seat: LiveSeat): RequestPort {
  return {
    request: async (...call) => {
      const now = seat.snapshot();
      if (now.kind === 'taken') return now.session.request(...call);
      if (now.kind === 'refused') throw now.error;
      throw new EdgeError('ERR_NOT_CONNECTED', 'a mounted DeviceProvider expected, got none');
    },
  };
}
