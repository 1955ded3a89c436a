/** @module Follows what a device answers about its streams: one without a list has no page of its own, and a role may have none. */

import type { Session } from '@longwire/client';
import { loadStreams, type StreamList } from './stream-list.ts';

/** The part of a session that it needs. */
export interface StreamListSession {
  readonly streams: Pick<Session['streams'], 'list'>;
  on(event: 'identitychange', listener: () => void): () => void;
}

/** What a device answers. */
export type StreamAnswer = Exclude<StreamList['kind'], 'failed'>;

/** Asks now, and again over each new connection and for each new user; returns a function that stops it. Without an answer, the last one stays. */
export function followStreamList(
  session: StreamListSession,
  note: (answer: StreamAnswer) => void,
): () => void {
  let asking = new AbortController();
  const ask = async (): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { kind } = await loadStreams(session.streams, signal);
    if (!signal.aborted && kind !== 'failed') note(kind);
  };
  void ask();
  const off = session.on('identitychange', () => void ask());
  return () => {
    off();
    asking.abort();
  };
}
