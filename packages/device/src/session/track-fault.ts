/** @module Faults of tracks: an error code for clients and a sentence for users. */
import { MAX_TRACK_MESSAGE_LENGTH, type TrackErrorCode } from '@longwire/protocol';
import type { MediaCodecName, MediaSource } from '../media/media-source.ts';

/** The reason why a track does not run. */
export interface TrackFault {
  readonly error: TrackErrorCode;
  readonly message?: string;
}

/** Codec names for users. */
const CODEC_WORDS: Readonly<Record<MediaCodecName, string>> = {
  H264: 'H.264',
  H265: 'H.265',
  VP8: 'VP8',
  VP9: 'VP9',
  AV1: 'AV1',
  opus: 'Opus',
  PCMU: 'G.711 µ-law',
  PCMA: 'G.711 A-law',
};

/** The fault of a failing source; undefined for a healthy one. */
export function healthFault({ health }: MediaSource): TrackFault | undefined {
  return health.kind === 'ok' ? undefined : fault('UNKNOWN_ERROR', health.message);
}

/** The fault of a source that has not been reached and has no codecs yet. */
export function unreachedFault(source: MediaSource): TrackFault {
  return healthFault(source) ?? fault('UNKNOWN_ERROR', `The ${wordFor(source)} has not been reached yet.`);
}

/** The fault of a source that a browser cannot decode. */
export function unplayableFault(source: MediaSource): TrackFault {
  const names = source.codecs.map(({ name }) => name);
  const sent = `The ${wordFor(source)} sends ${names.map((name) => CODEC_WORDS[name]).join(' and ')}, which this browser cannot play.`;
  if (source.kind === 'audio') return fault('INVALID_CODECS', sent);
  return fault(
    'INVALID_CODECS',
    `${sent} Its owner can set transcode = true for this camera; another browser may play it as it is.`,
  );
}

function wordFor({ kind }: MediaSource): string {
  return kind === 'video' ? 'camera' : 'microphone';
}

function fault(error: TrackErrorCode, message: string): TrackFault {
  return { error, message: message.slice(0, MAX_TRACK_MESSAGE_LENGTH) };
}
