/** @module Watches for refusals by the device: of a request or of a track. */

import type { Session } from '../wire.ts';

const REFUSALS: ReadonlySet<number> = new Set([401, 403]);

/** Wraps a session so that `onRefused` is called for each refusal: rights may have changed, or the user may have been removed. */
export function watchRefusals(session: Session, onRefused: () => void): Session {
  const handleTrack = ({ error }: { readonly error?: string | undefined }): void => {
    if (error === 'ACCESS_DENIED') onRefused();
  };
  session.on('track', handleTrack);
  session.on('trackstatus', handleTrack);
  return {
    get state() {
      return session.state;
    },
    get connection() {
      return session.connection;
    },
    get identity() {
      return session.identity;
    },
    get trace() {
      return session.trace;
    },
    iam: session.iam,
    on: (event, listener) => session.on(event, listener),
    ready: (options) => session.ready(options),
    retryNow: () => session.retryNow(),
    end: () => session.end(),
    request: async (method, path, options) => {
      const answer = await session.request(method, path, options);
      if (REFUSALS.has(answer.statusCode)) onRefused();
      return answer;
    },
    observe: (path, options) => session.observe(path, options),
    mediaStream: (trackId) => session.mediaStream(trackId),
    dropTrack: (trackId) => session.dropTrack(trackId),
    addTrack: (track, trackId, options) => session.addTrack(track, trackId, options),
    createDataChannel: (label, init) => session.createDataChannel(label, init),
    openStream: (port, options) => session.openStream(port, options),
    getStats: () => session.getStats(),
    [Symbol.asyncDispose]: () => session.end(),
  };
}
