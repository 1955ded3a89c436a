/** @module The resources with which a client lists and requests tracks. */
import type { SessionIdentity } from '../auth/session-identity.ts';
import { jsonResponse } from '../coap/coap-response.ts';
import { HandlerError } from '../coap/handler-error.ts';
import type { RouteGuard, Router } from '../coap/router.ts';
import { parseTrackList } from './parse-track-list.ts';
import type { Session } from './session.ts';
import type { TrackCatalog } from './track-catalog.ts';

/** Options of {@link registerTrackResources}. */
export interface TrackResources {
  readonly guard: RouteGuard;
  readonly catalog: TrackCatalog;
  readonly sessionOf: (identity: SessionIdentity) => Session | undefined;
}

/** Registers GET /webrtc/tracks/default, GET and POST /webrtc/tracks. */
export function registerTrackResources(router: Router, { guard, catalog, sessionOf }: TrackResources): void {
  // Deployed devices refuse these requests with 401 and no text.
  const own = { action: null };
  const requireRight = (identity: SessionIdentity): void => {
    if (!guard.isAllowed(identity, 'Webrtc:VideoStream')) throw new HandlerError(401);
  };

  router.get(
    '/webrtc/tracks/default',
    ({ session }) => {
      requireRight(session);
      return jsonResponse(205, catalog.defaults);
    },
    own,
  );

  // An addition to deployed devices: without the list, a client that does not have the ids sees only one of several cameras.
  router.get(
    '/webrtc/tracks',
    ({ session }) => {
      requireRight(session);
      return jsonResponse(205, { tracks: catalog.list });
    },
    own,
  );

  router.post(
    '/webrtc/tracks',
    (request) => {
      requireRight(request.session);
      const trackIds = parseTrackIds(request.json());
      const session = sessionOf(request.session);
      if (session === undefined || !session.canNegotiate) throw new HandlerError(500, 'No signaling');
      if (!session.tracks.open(trackIds)) throw new HandlerError(404, 'No such feed');
      return { statusCode: 201 };
    },
    own,
  );
}

function parseTrackIds(body: unknown): readonly string[] {
  return parseTrackList(body).map((trackId) => {
    if (typeof trackId !== 'string') throw HandlerError.badRequest();
    return trackId;
  });
}
