/** @module What both sides have said about tracks, by mid: repeated in every description (PROTOCOL.md section 2). */
import { overallStatus, type Metadata, type TrackErrorCode, type TrackMetadata } from '@longwire/protocol';

/** The names and verdicts of a session's tracks. */
export class TrackLedger {
  readonly #tracks = new Map<string, TrackMetadata>();
  /** Verdicts on tracks that have no line; said once. */
  #refused: TrackMetadata[] = [];

  /** The track that a line is for, if either side has said so. */
  trackIdOf(mid: string): string | undefined {
    return this.#tracks.get(mid)?.trackId;
  }

  /** Takes what the client says about lines of its description; about other lines it has nothing to say. */
  handleRemote({ tracks = [] }: Metadata, mids: ReadonlySet<string>): void {
    for (const track of tracks) {
      // A line keeps the name it got first, and what the device has said of it; the client may repeat an old word.
      if (mids.has(track.mid) && !this.#tracks.has(track.mid)) this.#tracks.set(track.mid, track);
    }
  }

  /** Says what a line is for and what became of it. */
  set(mid: string, trackId: string, error?: TrackErrorCode): void {
    this.#tracks.set(mid, { mid, trackId, ...(error === undefined ? {} : { error }) });
  }

  /** Says once that a track which was asked for gets no line. */
  refuse(trackId: string, error: TrackErrorCode): void {
    this.#refused.push({ mid: '', trackId, error });
  }

  /** The metadata of the next description. */
  take(): Metadata {
    const tracks = [...this.#tracks.values(), ...this.#refused];
    this.#refused = [];
    return { tracks, status: overallStatus(tracks) };
  }
}
