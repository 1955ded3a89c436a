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

/** Most UTF-16 units kept of a track's message. Reason: it is one sentence for people, repeated in every description. */
export const MAX_TRACK_MESSAGE_LENGTH = 200;

/** Ties a device's name for a track to an m-line of the description. */
export interface TrackMetadata {
  /** Absent where a requested track gets no media line; our device reports that only to clients that announced features. */
  mid?: string;
  trackId: string;
  error?: TrackErrorCode;
  /** What is the matter with the track, in the device's words for people; an extension that others ignore. */
  message?: string;
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
