/** @module The error of a track that the device named but cannot provide. */
import type { TrackErrorCode } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import type { TrackFailure, TrackStatus } from './track-registry.ts';

/** A track failed at the device; `reason` is the device's error code. */
export class TrackError extends EdgeError {
  override readonly name = 'TrackError';
  readonly mid: string;
  readonly trackId: string;
  readonly reason: TrackErrorCode;
  /** The problem in the device's words, for people; code must not depend on it. */
  readonly deviceMessage: string | undefined;
  /** Whether all of it is certainly the device's (see `TrackStatus`); otherwise it may be the service's. */
  readonly isAuthenticated: boolean;

  constructor({
    mid,
    trackId,
    error,
    message,
    isAuthenticated,
  }: TrackFailure & Pick<TrackStatus, 'isAuthenticated'>) {
    super('ERR_TRACK', `track ${JSON.stringify(trackId)} failed: ${error}`);
    this.mid = mid;
    this.trackId = trackId;
    this.reason = error;
    this.deviceMessage = message;
    this.isAuthenticated = isAuthenticated;
  }
}
