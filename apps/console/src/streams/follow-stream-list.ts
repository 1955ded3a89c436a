/** @module Records whether a device lists its streams: a device without a list has no page of its own. */

import type { Session } from '@longwire/client';
import { loadStreams } from './stream-list.ts';

/** The part of a session that it needs. */
export interface StreamListSession {
  readonly streams: Pick<Session['streams'], 'list'>;
  on(event: 'identitychange', listener: () => void): () => void;
}

/** Asks now, and again over each new connection; returns a function that stops it. Without an answer, the recorded value stays. */
export function followStreamList(session: StreamListSession, note: (isListed: boolean) => void): () => void {
  let asking = new AbortController();
  const ask = async (): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { kind } = await loadStreams(session.streams, signal);
    if (!signal.aborted && kind !== 'failed') note(kind !== 'unlisted');
  };
  void ask();
  const off = session.on('identitychange', () => void ask());
  return () => {
    off();
    asking.abort();
  };
}
