/** @module What is said about tracks beside an offer or answer (PROTOCOL.md section 2). */

/** Per-track verdicts, by their words on the wire. */
export const TRACK_ERROR_CODES = [
  'OK',
  'ACCESS_DENIED',
  'UNKNOWN_TRACK_ID',
  'INVALID_CODECS',
  'UNKNOWN_ERROR',
] as const;

/** One of {@link TRACK_ERROR_CODES}; words not known here are read as `UNKNOWN_ERROR`. */
export type TrackErrorCode = (typeof TRACK_ERROR_CODES)[number];

/** Ties a device's name for a track to an m-line of the description. */
export interface TrackMetadata {
  mid: string;
  trackId: string;
  error?: TrackErrorCode;
}

/** The overall verdict on a description's tracks. */
export type OverallStatus = 'OK' | 'FAILED';

/** The metadata of an offer, an answer or a candidate; keys not known here are dropped. */
export interface Metadata {
  tracks?: TrackMetadata[];
  status?: OverallStatus;
  noTrickle?: boolean;
  features?: string[];
  featuresTaken?: string[];
}

/** FAILED if any track has an error other than OK. */
export function overallStatus(tracks: readonly TrackMetadata[]): OverallStatus {
  return tracks.some(({ error }) => error !== undefined && error !== 'OK') ? 'FAILED' : 'OK';
}
