/** @module What both sides said about tracks: names and errors by mid (PROTOCOL.md section 2, Metadata). */
import type { Metadata, TrackErrorCode, TrackMetadata } from '@longwire/protocol';
import { overallStatus } from '@longwire/protocol/peer';

/** What is known of the track of one mid. */
export interface TrackFacts {
  readonly trackId?: string;
  readonly error?: TrackErrorCode;
  /** What is the matter, in the device's words for people. */
  readonly message?: string;
}

/** How a track stands at the device now: no `error` where it is well. */
export interface TrackStatus extends TrackFacts {
  readonly mid: string;
  readonly trackId: string;
  /** Set where the application added the track itself: what comes from the device under the same name is another line. */
  readonly isOwn?: true;
}

/** A track error that metadata named. */
export interface TrackFailure extends TrackStatus {
  readonly error: TrackErrorCode;
}

/** What the application has to be told. */
export interface TrackNews {
  /** Tracks that stand otherwise than was told. */
  readonly changed: readonly TrackStatus[];
  /** Those of them that have an error, or another one. */
  readonly failed: readonly TrackFailure[];
}

interface OwnTrack {
  readonly transceiver: RTCRtpTransceiver;
  readonly trackId: string;
}

/** Most mids remembered. Reason: the other side chooses them; a description of a device has a handful. */
export const MAX_TRACKS = 256;

/** Remembers what was received for each mid, and which tracks are this side's own. */
export class TrackBook {
  readonly #received = new Map<string, TrackMetadata>();
  readonly #own: OwnTrack[] = [];
  /** What the application was told of each mid; a track that it was told nothing of is well. */
  readonly #told = new Map<string, TrackFacts>();

  handleMetadata(metadata: Metadata): void {
    for (const entry of metadata.tracks ?? []) {
      if (this.#received.has(entry.mid) || this.#received.size < MAX_TRACKS) {
        this.#received.set(entry.mid, entry);
      }
    }
  }

  addOwn(transceiver: RTCRtpTransceiver, trackId: string): void {
    this.#own.push({ transceiver, trackId });
  }

  /** The name of a mid, its error and the words for it; OK is no error. */
  factsOf(mid: string | null): TrackFacts {
    const entry = mid === null ? undefined : this.#received.get(mid);
    const trackId = entry?.trackId ?? this.#ownOf(mid)?.trackId;
    return { ...(trackId === undefined ? {} : { trackId }), ...troubleOf(entry) };
  }

  /** Notes that the application was told how the track of a mid stands. */
  markTold(mid: string | null): void {
    const entry = mid === null ? undefined : this.#received.get(mid);
    if (entry !== undefined) this.#told.set(entry.mid, troubleOf(entry));
  }

  /** What no one was told about yet: repeats of the same in later descriptions are not news. */
  takeNews(): TrackNews {
    const changed: TrackStatus[] = [];
    const failed: TrackFailure[] = [];
    for (const entry of this.#received.values()) {
      const { mid, trackId } = entry;
      const told = this.#told.get(mid) ?? {};
      const { error, message } = troubleOf(entry);
      if (error === told.error && message === told.message) continue;
      this.#told.set(mid, troubleOf(entry));
      const status: TrackStatus = {
        mid,
        trackId,
        ...troubleOf(entry),
        ...(this.#ownOf(mid) && { isOwn: true }),
      };
      changed.push(status);
      if (error !== undefined && error !== told.error) failed.push({ ...status, error });
    }
    return { changed, failed };
  }

  /** The metadata of the next description: everything received, and this side's own tracks. */
  outgoing(): Metadata {
    const own = this.#own.flatMap(({ transceiver: { mid }, trackId }) =>
      mid === null || this.#received.has(mid) ? [] : [{ mid, trackId }],
    );
    const tracks = [...this.#received.values(), ...own];
    return tracks.length === 0 ? {} : { tracks, status: overallStatus(tracks) };
  }

  #ownOf(mid: string | null): OwnTrack | undefined {
    return this.#own.find(({ transceiver }) => transceiver.mid === mid);
  }
}

function troubleOf(entry: TrackMetadata | undefined): Pick<TrackFacts, 'error' | 'message'> {
  const { error, message } = entry ?? {};
  return {
    ...(error === undefined || error === 'OK' ? {} : { error }),
    ...(message === undefined ? {} : { message }),
  };
}
