/** @module What the device does on a media line that a client offers. */
import type { MediaSource } from '../media/media-source.ts';
import type { MediaDirection, SdpMedia } from '../sdp/sdp-media.ts';
import { matchCodecs, sinkCodecs } from './match-codec.ts';
import type { CatalogEntry } from './track-catalog.ts';
import { unplayableFault, unreachedFault, type TrackFault } from './track-fault.ts';

/** What the user of a session may do with tracks. */
export interface TrackRights {
  readonly see: boolean;
  readonly hear: boolean;
  readonly talk: boolean;
}

/** Nobody's rights. */
export const NO_RIGHTS: TrackRights = { see: false, hear: false, talk: false };

/** What a line is planned from. */
export interface LineRequest {
  readonly line: SdpMedia;
  /** What the line's track id stands for; undefined when it is not known. */
  readonly entry: CatalogEntry | undefined;
  readonly rights: TrackRights;
  /** Whether another line of the session carries the same source already. */
  readonly isSentElsewhere: boolean;
}

/** What flows on a line. */
export type LinePlan =
  | { readonly kind: 'none'; readonly fault?: TrackFault }
  | { readonly kind: 'flow'; readonly sends: boolean; readonly receives: boolean };

/** Decides about a line that a client offers for a track. */
export function planLine({ line, entry, rights, isSentElsewhere }: LineRequest): LinePlan {
  const { source, sink } = entry ?? {};
  if (line.direction === 'inactive') return { kind: 'none' };
  const wanted = line.direction === 'sendonly' ? undefined : source;
  const heard = line.direction === 'recvonly' ? undefined : sink;
  if (wanted === undefined && heard === undefined)
    return { kind: 'none', fault: { error: 'UNKNOWN_TRACK_ID' } };

  const mayHear = line.kind === 'video' ? rights.see : rights.hear;
  const allowedSource = mayHear ? wanted : undefined;
  const allowedSink = rights.talk ? heard : undefined;
  if (allowedSource === undefined && allowedSink === undefined)
    return { kind: 'none', fault: { error: 'ACCESS_DENIED' } };

  const sends =
    allowedSource?.kind === line.kind && matchCodecs(allowedSource.codecs, line.codecs).length > 0;
  const receives =
    allowedSink !== undefined &&
    line.kind === 'audio' &&
    matchCodecs(sinkCodecs(allowedSink), line.codecs).length > 0;
  if (!sends && !receives) return { kind: 'none', fault: faultOf(allowedSource, line.kind) };
  // A microphone added beside the device's sound comes as a two-way line; the sound need not come twice.
  return { kind: 'flow', sends: sends && !(receives && isSentElsewhere), receives };
}

function faultOf(source: MediaSource | undefined, kind: string): TrackFault {
  if (source === undefined || source.kind !== kind) return { error: 'INVALID_CODECS' };
  return source.codecs.length === 0 ? unreachedFault(source) : unplayableFault(source);
}

/** The direction in which a line flows, seen from the device. */
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
