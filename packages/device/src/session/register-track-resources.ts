/** @module The resources with which a client asks for tracks. */
import type { SessionIdentity } from '../auth/session-identity.ts';
import { jsonResponse } from '../coap/coap-response.ts';
import { HandlerError } from '../coap/handler-error.ts';
import type { RouteGuard, Router } from '../coap/router.ts';
import type { Session } from './session.ts';
import type { TrackCatalog } from './track-catalog.ts';

/** What the track resources need. */
export interface TrackResources {
  readonly guard: RouteGuard;
  readonly catalog: TrackCatalog;
  readonly sessionOf: (identity: SessionIdentity) => Session | undefined;
}

/** Most tracks asked for at once. */
const MAX_TRACKS = 32;

/** Registers GET /webrtc/tracks/default, GET and POST /webrtc/tracks. */
export function registerTrackResources(router: Router, { guard, catalog, sessionOf }: TrackResources): void {
  // These refuse with 401 and no text, as deployed devices do.
  const own = { action: null };
  const demandRight = (identity: SessionIdentity): void => {
    if (!guard.isAllowed(identity, 'Webrtc:VideoStream')) throw new HandlerError(401);
  };

  router.get(
    '/webrtc/tracks/default',
    ({ session }) => {
      demandRight(session);
      return jsonResponse(205, catalog.defaults);
    },
    own,
  );

  // Beyond what deployed devices have: without it a client that was not told names sees one camera of several.
  router.get(
    '/webrtc/tracks',
    ({ session }) => {
      demandRight(session);
      return jsonResponse(205, { tracks: catalog.list });
    },
    own,
  );

  router.post(
    '/webrtc/tracks',
    (request) => {
      demandRight(request.session);
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
  const tracks = typeof body === 'object' && body !== null && 'tracks' in body ? body.tracks : undefined;
  if (!Array.isArray(tracks) || tracks.length > MAX_TRACKS) throw HandlerError.badRequest();
  return tracks.map((trackId: unknown) => {
    if (typeof trackId !== 'string') throw HandlerError.badRequest();
    return trackId;
  });
}
