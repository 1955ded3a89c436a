/** @module The error of a track that the device named and could not give. */
import type { TrackErrorCode } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import type { TrackFailure, TrackStatus } from './track-book.ts';

/** A track failed at the device; `reason` is the device's word for why. */
export class TrackError extends EdgeError {
  override readonly name = 'TrackError';
  readonly mid: string;
  readonly trackId: string;
  readonly reason: TrackErrorCode;
  /** What is the matter, in the device's words for people; it decides nothing. */
  readonly deviceMessage: string | undefined;
  /** Whether the device itself said so (see `TrackStatus`); without it name, reason and words may be those of the service. */
  readonly isAuthenticated: boolean;

  constructor({
    mid,
    trackId,
    error,
    message,
    isAuthenticated,
  }: TrackFailure & Pick<TrackStatus, 'isAuthenticated'>) {
    super('ERR_TRACK', `track ${JSON.stringify(trackId)} expected OK, got ${error}`);
    this.mid = mid;
    this.trackId = trackId;
    this.reason = error;
    this.deviceMessage = message;
    this.isAuthenticated = isAuthenticated;
  }
}
