/** @module What the device does on a media line that a client offers. */
import type { TrackErrorCode } from '@longwire/protocol';
import type { MediaDirection, SdpMedia } from '../peer/sdp-media.ts';
import { matchCodec, SINK_CODEC } from './match-codec.ts';
import type { CatalogEntry } from './track-catalog.ts';

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
  | { readonly kind: 'none'; readonly error?: TrackErrorCode }
  | { readonly kind: 'flow'; readonly sends: boolean; readonly receives: boolean };

/** Decides about a line that a client offers for a track. */
export function planLine({ line, entry, rights, isSentElsewhere }: LineRequest): LinePlan {
  const { source, sink } = entry ?? {};
  if (line.direction === 'inactive') return { kind: 'none' };
  const wanted = line.direction === 'sendonly' ? undefined : source;
  const heard = line.direction === 'recvonly' ? undefined : sink;
  if (wanted === undefined && heard === undefined) return { kind: 'none', error: 'UNKNOWN_TRACK_ID' };

  const mayHear = line.kind === 'video' ? rights.see : rights.hear;
  const allowedSource = mayHear ? wanted : undefined;
  const allowedSink = rights.talk ? heard : undefined;
  if (allowedSource === undefined && allowedSink === undefined)
    return { kind: 'none', error: 'ACCESS_DENIED' };

  const sends =
    allowedSource?.codec.kind === line.kind && matchCodec(allowedSource.codec, line.codecs) !== undefined;
  const receives =
    allowedSink !== undefined && line.kind === 'audio' && matchCodec(SINK_CODEC, line.codecs) !== undefined;
  if (!sends && !receives) return { kind: 'none', error: 'INVALID_CODECS' };
  // A microphone added beside the device's sound comes as a two-way line; the sound need not come twice.
  return { kind: 'flow', sends: sends && !(receives && isSentElsewhere), receives };
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
