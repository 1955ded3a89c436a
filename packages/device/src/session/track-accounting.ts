/** @module What both sides have said about tracks, by mid: repeated in every description (PROTOCOL.md section 2). */
import { overallStatus, type Metadata, type TrackMetadata } from '@longwire/protocol';
import { MAX_MEDIA_LINES } from '../sdp/sdp-media.ts';
import type { TrackFault } from './track-fault.ts';

/** Most lines remembered. Reason: twice what a description may have, so that none is forgotten while it is in use. */
const MAX_LINES = 2 * MAX_MEDIA_LINES;

/** Most verdicts that wait for the next description. Reason: as many tracks as one request may ask for. */
const MAX_REFUSED = 32;

/** Longest name of a line or track that is repeated, in characters. Reason: each description carries all of them. */
const MAX_NAME_LENGTH = 256;

/** The names and verdicts of a session's tracks. */
export class TrackAccounting {
  readonly #tracks = new Map<string, TrackMetadata>();
  /** Verdicts on tracks that have no line; said once. */
  #refused: TrackMetadata[] = [];
  /** Those that the description before had. */
  #lastRefused: readonly TrackMetadata[] = [];

  /** The track that a line is for, if either side has said so. */
  trackIdOf(mid: string): string | undefined {
    return this.#tracks.get(mid)?.trackId;
  }

  /** Takes what the client says about lines of its description; about other lines it has nothing to say. */
  handleRemote({ tracks = [] }: Metadata, mids: ReadonlySet<string>): void {
    for (const track of tracks) {
      // A line keeps the name it got first, and what the device has said of it; the client may repeat an old word.
      const { mid } = track;
      if (mid === undefined || !mids.has(mid) || this.#tracks.has(mid)) continue;
      if (isShort(mid) && isShort(track.trackId) && this.#makeRoom(mid, mids)) this.#tracks.set(mid, track);
    }
  }

  /** Says what a line is for and what became of it. */
  set(mid: string, trackId: string, fault: TrackFault | undefined): void {
    this.#makeRoom(mid);
    this.#tracks.set(mid, { mid, trackId, ...fault });
  }

  /** Nothing is the matter any longer with the lines of a track. */
  forgive(trackId: string): void {
    for (const [mid, track] of this.#tracks)
      if (track.trackId === trackId) this.#tracks.set(mid, { mid, trackId });
  }

  /** What is said to be the matter with a line. */
  faultOf(mid: string): TrackFault | undefined {
    const { error, message } = this.#tracks.get(mid) ?? {};
    if (error === undefined) return undefined;
    return message === undefined ? { error } : { error, message };
  }

  /** Says once that a track which was asked for gets no line. */
  refuse(trackId: string, fault: TrackFault): void {
    if (this.#refused.length >= MAX_REFUSED || !isShort(trackId)) return;
    this.#refused.push({ trackId, ...fault });
  }

  /** Says once more what the description before said once. */
  repeatRefused(): void {
    this.#refused = [...this.#lastRefused, ...this.#refused].slice(0, MAX_REFUSED);
  }

  /**
   * The metadata of the next description. Tracks without a line are left out for a client that has not announced features:
   * deployed clients keep such an entry for good, and fail each later track of the same name.
   */
  take({ hasAnnounced }: { readonly hasAnnounced: boolean }): Metadata {
    const tracks = [...this.#tracks.values(), ...(hasAnnounced ? this.#refused : [])];
    this.#lastRefused = this.#refused;
    this.#refused = [];
    return { tracks, status: overallStatus(tracks) };
  }

  /** Where there is no room, a line gives way that the description no longer has. Returns whether there is room. */
  #makeRoom(mid: string, kept: ReadonlySet<string> = new Set()): boolean {
    if (this.#tracks.has(mid) || this.#tracks.size < MAX_LINES) return true;
    const gone = [...this.#tracks.keys()].find((known) => !kept.has(known));
    return gone !== undefined && this.#tracks.delete(gone);
  }
}

function isShort(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH;
}
