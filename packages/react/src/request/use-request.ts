/** @module Hook that sends requests to the nearest device. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { RequestRun, type RequestDescription, type RequestState } from './request-run.ts';
import { useRequester } from './requester.ts';

/** The latest request's state, and how to send one. */
export interface UseRequest {
  readonly state: RequestState;
  /** Resolves with the final state of the request; never rejects. */
  readonly send: (request: RequestDescription) => Promise<RequestState>;
}

/** Sends requests to the nearest device; errors are values in the state, never thrown. Another device starts at `idle`. */
export function useRequest(): UseRequest {
  const requester = useRequester();
  const run = useMemo(() => ({ requester, requests: new RequestRun() }), [requester]);
  const { requests } = run;
  const state = useSyncExternalStore(requests.subscribe, requests.snapshot, requests.snapshot);
  const send = useCallback((request: RequestDescription) => run.requests.send(run.requester, request), [run]);
  return { state, send };
}
