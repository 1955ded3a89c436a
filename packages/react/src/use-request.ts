/** @module Requests to the nearest device connection. */

import { useCallback, useState, useSyncExternalStore } from 'react';
import { useDeviceHandle } from './device-connection-provider.tsx';
import { RequestRun, type RequestDescription, type RequestState } from './request-run.ts';

/** The latest request's state, and how to send one. */
export interface UseRequest {
  readonly state: RequestState;
  readonly send: (request: RequestDescription) => Promise<RequestState>;
}

/** Sends requests over the nearest connection; errors are values in the state, never thrown. */
export function useRequest(): UseRequest {
  const { connection } = useDeviceHandle();
  const [run] = useState(() => new RequestRun());
  const state = useSyncExternalStore(run.subscribe, run.snapshot, run.snapshot);
  const send = useCallback((request: RequestDescription) => run.send(connection, request), [run, connection]);
  return { state, send };
}
