/** @module The status of all tracks of a description. */
import type { OverallStatus, TrackMetadata } from './metadata.ts';

/** FAILED if any track has an error other than OK. */
export function overallStatus(tracks: readonly TrackMetadata[]): OverallStatus {
  return tracks.some(({ error }) => error !== undefined && error !== 'OK') ? 'FAILED' : 'OK';
}
