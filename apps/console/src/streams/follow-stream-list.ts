/** @module Notes whether a device lists its streams: one that does not has no page of its own to show. */

import type { Session } from '../wire.ts';
import { loadStreams } from './stream-list.ts';

/** What it needs of a session. */
export interface StreamListSession extends Pick<Session, 'request'> {
  on(event: 'identitychange', listener: () => void): () => void;
}

/** Asks now, and again over each new connection; returns what stops it. A device that does not answer leaves what is noted. */
export function followStreamList(session: StreamListSession, note: (isListed: boolean) => void): () => void {
  let asking = new AbortController();
  const ask = async (): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const { kind } = await loadStreams(session, signal);
    if (!signal.aborted && kind !== 'failed') note(kind !== 'unlisted');
  };
  void ask();
  const off = session.on('identitychange', () => void ask());
  return () => {
    off();
    asking.abort();
  };
}
