/** @module A question to a device whose answer may differ for each connection and for each user. */

/** The part of a session that it needs. */
export interface AskedSession {
  on: (event: 'identitychange', listener: () => void) => () => void;
}

/**
 * Asks now, and again over each new connection and for each new user; the signal ends an earlier question. Returns a function that
 * stops it.
 */
export function askEachUser(session: AskedSession, ask: (signal: AbortSignal) => Promise<void>): () => void {
  let asking = new AbortController();
  const begin = (): void => {
    asking.abort();
    asking = new AbortController();
    void ask(asking.signal);
  };
  begin();
  const off = session.on('identitychange', begin);
  return () => {
    off();
    asking.abort();
  };
}
