/** @module Provides one session with one device to the hooks below it. */

import { EdgeError, type Session, type SessionOptions } from '@longwire/client';
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  type JSX,
  type ReactNode,
} from 'react';
import { RequesterContext, type RequestPort } from '../request/requester.ts';
import { givenSlot, ownedSlot, type LiveSlot, type ProvidedSlot } from './session-slot.ts';

const SessionSlotContext = createContext<LiveSlot | undefined>(undefined);

/** Either the options of a session that the provider starts and ends, or a session that the application starts and ends. */
export type DeviceProviderProps = { readonly children?: ReactNode } & (
  | {
      /** A changed value starts another session; of functions the latest ones are called. */
      readonly options: SessionOptions;
      readonly session?: never;
    }
  | { readonly session: Session; readonly options?: never }
);

/**
 * Provides one session to the hooks below it. The session starts when the provider is mounted (only one under StrictMode's double mount)
 * and ends, releasing all resources, when the provider is unmounted or its options change.
 */
export function DeviceProvider(props: DeviceProviderProps): JSX.Element {
  const { options, children } = props;
  const key = options === undefined ? props.session : sessionKey(options);
  const [provided, setProvided] = useState(() => provide(key, props));
  if (provided.key !== key) setProvided(provide(key, props));
  const { slot, keep, requester } = provided;
  useLayoutEffect(() => {
    if (options !== undefined) keep(options);
  }, [keep, options]);
  // A layout effect creates the session before any effect below uses it.
  useLayoutEffect(() => slot.subscribe(() => undefined), [slot]);
  // A suspended subtree loses its layout effects and keeps these, so its session continues.
  useEffect(() => slot.subscribe(() => undefined), [slot]);
  return (
    <SessionSlotContext.Provider value={slot}>
      <RequesterContext.Provider value={requester}>{children}</RequesterContext.Provider>
    </SessionSlotContext.Provider>
  );
}

interface Provided extends ProvidedSlot {
  readonly key: Session | string;
  readonly requester: RequestPort;
}

function provide(key: Session | string, { options, session }: DeviceProviderProps): Provided {
  const provided = options === undefined ? givenSlot(session) : ownedSlot(options);
  return { ...provided, key, requester: requesterOf(provided.slot) };
}

/** The session slot of the nearest provider. @throws EdgeError ERR_STATE without a provider. */
export function useSessionSlot(): LiveSlot {
  const slot = useContext(SessionSlotContext);
  if (slot === undefined) throw new EdgeError('ERR_STATE', 'this component must be inside a DeviceProvider');
  return slot;
}

/** Sends requests to the session in a slot; rejects with the reason if it has none. */
function requesterOf(slot: LiveSlot): RequestPort {
  return {
    request: async (...call) => {
      const now = slot.snapshot();
      if (now.kind === 'filled') return now.session.request(...call);
      if (now.kind === 'failed') throw now.error;
      throw new EdgeError('ERR_NOT_CONNECTED', 'the DeviceProvider is not mounted');
    },
  };
}

/**
 * Compares ids, strings, limits, credentials and lists of ICE servers by value. Functions and objects (a clock, a policy, a certificate) only count as
 * present or absent, so that they may be created inline.
 */
function sessionKey(options: SessionOptions): string {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(options).toSorted()) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined) entries.push([name, isValue(name, value) ? value : typeof value]);
  }
  return JSON.stringify(entries);
}

function isValue(name: string, value: unknown): boolean {
  if (typeof value === 'object') return name === 'login' || Array.isArray(value);
  return typeof value !== 'function';
}
