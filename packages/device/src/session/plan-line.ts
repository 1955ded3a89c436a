/** @module Decides what the device sends and receives on a media line that a client offers. */
import type { MediaSource } from '../media/media-source.ts';
import type { MediaDirection, SdpMedia } from '../sdp/sdp-media.ts';
import { matchCodecs, sinkCodecs } from './match-codec.ts';
import type { CatalogEntry } from './track-catalog.ts';
import { unplayableFault, unreachedFault, type TrackFault } from './track-fault.ts';

/** What a session's user may do with tracks. */
export interface TrackRights {
  readonly see: boolean;
  readonly hear: boolean;
  readonly talk: boolean;
}

/** The rights of a session without a user. */
export const NO_RIGHTS: TrackRights = { see: false, hear: false, talk: false };

/** Input of {@link planLine}. */
export interface LineRequest {
  readonly line: SdpMedia;
  /** The source and sink of the line's track id; undefined for an unknown id. */
  readonly entry: CatalogEntry | undefined;
  readonly rights: TrackRights;
  /** Whether another line of the session already carries the same source. */
  readonly isSentElsewhere: boolean;
}

/** The media that flows on a line. */
export type LinePlan =
  | { readonly kind: 'none'; readonly fault?: TrackFault }
  | { readonly kind: 'flow'; readonly sends: boolean; readonly receives: boolean };

/** Decides what to do with a line that a client offers for a track. */
export function planLine({ line, entry, rights, isSentElsewhere }: LineRequest): LinePlan {
  const { source, sink } = entry ?? {};
  if (line.direction === 'inactive') return { kind: 'none' };
  const requestedSource = line.direction === 'sendonly' ? undefined : source;
  const requestedSink = line.direction === 'recvonly' ? undefined : sink;
  if (requestedSource === undefined && requestedSink === undefined)
    return { kind: 'none', fault: { error: 'UNKNOWN_TRACK_ID' } };

  const mayHear = line.kind === 'video' ? rights.see : rights.hear;
  const allowedSource = mayHear ? requestedSource : undefined;
  const allowedSink = rights.talk ? requestedSink : undefined;
  if (allowedSource === undefined && allowedSink === undefined)
    return { kind: 'none', fault: { error: 'ACCESS_DENIED' } };

  const sends =
    allowedSource?.kind === line.kind && matchCodecs(allowedSource.codecs, line.codecs).length > 0;
  const receives =
    allowedSink !== undefined &&
    line.kind === 'audio' &&
    matchCodecs(sinkCodecs(allowedSink), line.codecs).length > 0;
  if (!sends && !receives) return { kind: 'none', fault: faultOf(allowedSource, line.kind) };
  // A microphone that is added later arrives as a sendrecv line; the device's audio need not be sent twice.
  return { kind: 'flow', sends: sends && !(receives && isSentElsewhere), receives };
}

function faultOf(source: MediaSource | undefined, kind: string): TrackFault {
  if (source === undefined || source.kind !== kind) return { error: 'INVALID_CODECS' };
  return source.codecs.length === 0 ? unreachedFault(source) : unplayableFault(source);
}

/** The direction of a line, from the device's view. */
export function directionOf({
  sends,
  receives,
}: {
  readonly sends: boolean;
  readonly receives: boolean;
}): MediaDirection {
  if (sends) return receives ? 'sendrecv' : 'sendonly';
  return receives ? 'recvonly' : 'inactive';
}
