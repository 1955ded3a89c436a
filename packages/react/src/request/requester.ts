/** @module The context through which hooks send requests to the nearest provider's session. */
import { EdgeError, type Session } from '@longwire/client';
import { createContext, useContext } from 'react';

/** The part of a session that sends requests. */
export type RequestPort = Pick<Session, 'request'>;

/** Set by the provider. */
export const RequesterContext: React.Context<RequestPort | undefined> = createContext<
  RequestPort | undefined
>(undefined);

/** Sends requests to the nearest device. @throws EdgeError ERR_STATE without a provider. */
export function useRequester(): RequestPort {
  const requester = useContext(RequesterContext);
  if (requester === undefined)
    throw new EdgeError('ERR_STATE', 'this component must be inside a DeviceProvider');
  return requester;
}
