/** @module Gives the hooks below it one session with one device. */
import { EdgeError, type Session, type SessionOptions } from '@longwire/client';
import { createContext, useContext, useEffect, useLayoutEffect, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { RequesterContext, type RequestPort } from '../request/requester.ts';
import { givenSeat, ownSeat, type LiveSeat, type ProvidedSeat } from './seat.ts';
import { requesterOf } from './session-requester.ts';
import { sessionKey } from './session-key.ts';

const SeatContext = createContext<LiveSeat | undefined>(undefined);

/** Either how to reach a device, by a session that the provider begins and ends, or a session that the application begins and ends. */
export type DeviceProviderProps = { readonly children?: ReactNode } & (
  | {
      /** Another value in them is another session; of the functions the latest are called. */
      readonly options: SessionOptions;
      readonly session?: never;
    }
  | { readonly session: Session; readonly options?: never }
);

/**
 * Gives the hooks below it one session. It begins when the provider is mounted, StrictMode's double mount begins one, and it ends,
 * leaving nothing behind, when the provider is unmounted or its options name another device.
 */
export function DeviceProvider(props: DeviceProviderProps): JSX.Element {
  const { options, children } = props;
  const key = options === undefined ? props.session : sessionKey(options);
  const [provided, setProvided] = useState(() => provide(key, props));
  if (provided.key !== key) setProvided(provide(key, props));
  const { seat, keep, requester } = provided;
  useLayoutEffect(() => {
    if (options !== undefined) keep(options);
  }, [keep, options]);
  // In the layout effect the session is there before any effect below calls it.
  useLayoutEffect(() => seat.subscribe(() => undefined), [seat]);
  // What is hidden while something is awaited loses its layout effects and keeps these: its session goes on.
  useEffect(() => seat.subscribe(() => undefined), [seat]);
  return (
    <SeatContext.Provider value={seat}>
      <RequesterContext.Provider value={requester}>{children}</RequesterContext.Provider>
    </SeatContext.Provider>
  );
}

interface Provided extends ProvidedSeat {
  readonly key: Session | string;
  readonly requester: RequestPort;
}

function provide(key: Session | string, { options, session }: DeviceProviderProps): Provided {
  const provided = options === undefined ? givenSeat(session) : ownSeat(options);
  return { ...provided, key, requester: requesterOf(provided.seat) };
}

/** The seat of the nearest provider. @throws EdgeError ERR_STATE where there is none. */
export function useSeat(): LiveSeat {
  const seat = useContext(SeatContext);
  if (seat === undefined)
    throw new EdgeError('ERR_STATE', 'a DeviceProvider is expected above this component');
  return seat;
}
