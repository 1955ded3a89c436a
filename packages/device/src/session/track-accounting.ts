/** @module The track metadata of a session by mid, which every description repeats (PROTOCOL.md section 2). */
import { overallStatus, type Metadata, type TrackMetadata } from '@longwire/protocol';
import { MAX_MEDIA_LINES } from '../sdp/sdp-media.ts';
import type { TrackFault } from './track-fault.ts';

/** Most stored lines. Reason: twice the maximum of a description, so that no line is dropped while it is in use. */
const MAX_LINES = 2 * MAX_MEDIA_LINES;

/** Most refusals that wait for the next description. Reason: as many tracks as one request may contain. */
const MAX_REFUSED = 32;

/** Longest mid or track id that is stored, in characters. Reason: each description repeats all of them. */
const MAX_NAME_LENGTH = 256;

/** Stores the track ids and faults of a session's lines. */
export class TrackAccounting {
  readonly #tracks = new Map<string, TrackMetadata>();
  /** Refused tracks, which have no line; reported in one description. */
  #refused: TrackMetadata[] = [];
  /** The refused tracks of the previous description. */
  #lastRefused: readonly TrackMetadata[] = [];

  /** The track id of a line, as either side has set it, and its fault. */
  get(mid: string): TrackMetadata | undefined {
    return this.#tracks.get(mid);
  }

  /** Stores the client's track ids for lines of its description; ids for other lines are ignored. */
  handleRemote({ tracks = [] }: Metadata, mids: ReadonlySet<string>): void {
    for (const track of tracks) {
      // A line keeps its first track id and the device's fault; the client may repeat outdated metadata.
      const { mid } = track;
      if (mid === undefined || !mids.has(mid) || this.#tracks.has(mid)) continue;
      if (isShort(mid) && isShort(track.trackId) && this.#makeRoom(mid, mids)) this.#tracks.set(mid, track);
    }
  }

  /** Sets a line's track id and fault. */
  set(mid: string, trackId: string, fault: TrackFault | undefined): void {
    this.#makeRoom(mid);
    this.#tracks.set(mid, { mid, trackId, ...fault });
  }

  /** Clears the faults of all lines of a track. */
  clearFaults(trackId: string): void {
    for (const [mid, track] of this.#tracks)
      if (track.trackId === trackId) this.#tracks.set(mid, { mid, trackId });
  }

  /** Reports in the next description that a requested track gets no line. */
  refuse(trackId: string, fault: TrackFault): void {
    if (this.#refused.length >= MAX_REFUSED || !isShort(trackId)) return;
    this.#refused.push({ trackId, ...fault });
  }

  /** Reports the refused tracks of the previous description once more. */
  repeatRefused(): void {
    this.#refused = [...this.#lastRefused, ...this.#refused].slice(0, MAX_REFUSED);
  }

  /**
   * The metadata of the next description. Tracks without a line are omitted for a client that has not announced features:
   * deployed clients store such an entry forever and then fail each later track with the same id.
   */
  take({ hasAnnounced }: { readonly hasAnnounced: boolean }): Metadata {
    const tracks = [...this.#tracks.values(), ...(hasAnnounced ? this.#refused : [])];
    this.#lastRefused = this.#refused;
    this.#refused = [];
    return { tracks, status: overallStatus(tracks) };
  }

  /** Drops a line that is not in the description if the limit is reached. Returns whether `mid` can be stored. */
  #makeRoom(mid: string, kept: ReadonlySet<string> = new Set()): boolean {
    if (this.#tracks.has(mid) || this.#tracks.size < MAX_LINES) return true;
    const unused = [...this.#tracks.keys()].find((stored) => !kept.has(stored));
    return unused !== undefined && this.#tracks.delete(unused);
  }
}

function isShort(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH;
}
