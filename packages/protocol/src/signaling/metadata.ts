/** @module The track metadata of an offer or answer (PROTOCOL.md section 2). */

/** Errors of a track, as on the wire. */
export const TRACK_ERROR_CODES = [
  'OK',
  'ACCESS_DENIED',
  'UNKNOWN_TRACK_ID',
  'INVALID_CODECS',
  'UNKNOWN_ERROR',
] as const;

/** One of {@link TRACK_ERROR_CODES}; unknown values are read as `UNKNOWN_ERROR`. */
export type TrackErrorCode = (typeof TRACK_ERROR_CODES)[number];

/**
 * Most UTF-16 units kept of a track's message. Reason: it is one sentence for people, repeated in every description.
 */
export const MAX_TRACK_MESSAGE_LENGTH = 200;

/** Ties a device's name for a track to an m-line of the description. */
export interface TrackMetadata {
  /**
   * Missing if a requested track gets no media line; our device reports that only to clients that announced features.
   */
  mid?: string;
  trackId: string;
  error?: TrackErrorCode;
  /** The problem with the track in the device's words, for people; an extension that others ignore. */
  message?: string;
}

/** The overall status of a description's tracks. */
export type OverallStatus = 'OK' | 'FAILED';

/** The metadata of an offer, an answer or a candidate; unknown keys are dropped. */
export interface Metadata {
  tracks?: TrackMetadata[];
  status?: OverallStatus;
  noTrickle?: boolean;
  features?: string[];
  featuresTaken?: string[];
}
