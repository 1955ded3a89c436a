/** @module Hears what the device refuses: an answer that says so, or a track. */

import type { SessionConnection } from './session-connection.ts';

const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

/** The same connection, with `onRefused` called for each refusal: rights may have changed, or the user is gone. */
export function watchRefusals(connection: SessionConnection, onRefused: () => void): SessionConnection {
  const handleTrack = ({ error }: { readonly error?: string }): void => {
    if (error === 'ACCESS_DENIED') onRefused();
  };
  connection.on('track', handleTrack);
  connection.on('trackstatus', handleTrack);
  return {
    get state() {
      return connection.state;
    },
    get step() {
      return connection.step;
    },
    get identity() {
      return connection.identity;
    },
    iam: connection.iam,
    on: (event, listener) => connection.on(event, listener),
    connect: (options) => connection.connect(options),
    close: () => connection.close(),
    authenticate: (credentials, options) => connection.authenticate(credentials, options),
    verifyFingerprint: (fingerprint, options) => connection.verifyFingerprint(fingerprint, options),
    addTrack: (track, trackId, options) => connection.addTrack(track, trackId, options),
    request: async (method, path, options) => {
      const answer = await connection.request(method, path, options);
      if (REFUSALS.has(answer.statusCode)) onRefused();
      return answer;
    },
  };
}
