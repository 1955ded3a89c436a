/** @module The resource with which a client says what it wants of each picture, and reads what it gets (docs/protocol/quality.md). */
import type { SessionIdentity } from '../auth/session-identity.ts';
import { jsonResponse } from '../coap/coap-response.ts';
import { HandlerError } from '../coap/handler-error.ts';
import type { RouteGuard, Router } from '../coap/router.ts';
import type { Estimate } from '../media/bandwidth/bandwidth-estimate.ts';
import { QUALITY_CHOICES, type Demand } from '../media/ladder/choose-level.ts';
import type { QualityControl, QualityReport } from '../media/ladder/quality-control.ts';
import { fieldOf } from '../read-field.ts';
import { parseTrackList } from './parse-track-list.ts';
import type { TrackCatalog } from './track-catalog.ts';

/** The part of a session's tracks that the resource uses. */
export interface QualityTracks {
  /** What the client wants of a track of the device, and gets. */
  quality(trackId: string): QualityControl;
  /** What the client's network carries; undefined before its first media line. */
  readonly estimate: Estimate | undefined;
}

/** Options of {@link registerQualityResource}. */
export interface QualityResource {
  readonly guard: RouteGuard;
  readonly catalog: TrackCatalog;
  readonly tracksOf: (identity: SessionIdentity) => QualityTracks | undefined;
}

const PATH = '/webrtc/tracks/quality';

/** The largest width and height, in pixels. Reason: twice an 8K screen; larger ones are mistakes. */
const MAX_SIDE = 16_384;

interface TrackDemand extends Demand {
  readonly trackId: string;
}

/** Registers GET and POST /webrtc/tracks/quality, with the right that tracks need. */
export function registerQualityResource(router: Router, { guard, catalog, tracksOf }: QualityResource): void {
  // Refused like the other requests for tracks.
  const own = { action: null };
  const tracksFor = (identity: SessionIdentity): QualityTracks => {
    if (!guard.isAllowed(identity, 'Webrtc:VideoStream')) throw new HandlerError(401);
    const tracks = tracksOf(identity);
    if (tracks === undefined) throw HandlerError.notAvailable();
    return tracks;
  };

  router.get(PATH, ({ session }) => jsonResponse(205, reportOf(catalog, tracksFor(session))), own);

  router.post(
    PATH,
    (request) => {
      const tracks = tracksFor(request.session);
      const demands = parseDemands(request.json());
      for (const { trackId, ...demand } of demands)
        if (catalog.get(trackId)?.source?.kind === 'video') tracks.quality(trackId).demand = demand;
      return { statusCode: 204 };
    },
    own,
  );
}

function reportOf({ list }: TrackCatalog, tracks: QualityTracks): object {
  const { estimate } = tracks;
  const isKnown = estimate !== undefined && estimate.reason !== 'no-feedback';
  return {
    ...(isKnown && { bitsPerSecond: Math.round(estimate.bitsPerSecond), limit: estimate.reason }),
    tracks: list.flatMap(({ trackId }) => {
      const { demand, report } = tracks.quality(trackId);
      return report === undefined ? [] : [{ trackId, quality: demand.choice, ...trackReport(report) }];
    }),
  };
}

function trackReport({ levels, level, isKeyframesOnly, reason }: QualityReport): object {
  return {
    level,
    reason,
    keyframesOnly: isKeyframesOnly,
    levels: levels.map(({ size, bitsPerSecond }) => ({ ...size, bitsPerSecond: Math.round(bitsPerSecond) })),
  };
}

/** @throws HandlerError 400 */
function parseDemands(body: unknown): readonly TrackDemand[] {
  return parseTrackList(body).map((track) => parseDemand(track));
}

function parseDemand(track: unknown): TrackDemand {
  const trackId = fieldOf(track, 'trackId');
  const quality = fieldOf(track, 'quality');
  const choice = QUALITY_CHOICES.find((each) => each === quality);
  if (typeof trackId !== 'string' || choice === undefined) throw HandlerError.badRequest();
  const [width, height] = [fieldOf(track, 'width'), fieldOf(track, 'height')];
  if (width === undefined && height === undefined) return { trackId, choice };
  return { trackId, choice, shown: { width: parseSide(width), height: parseSide(height) } };
}

function parseSide(side: unknown): number {
  if (typeof side !== 'number' || !Number.isInteger(side) || side < 0 || side > MAX_SIDE)
    throw HandlerError.badRequest();
  return side;
}
