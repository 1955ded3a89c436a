/** @module What both sides said about tracks: names and errors by mid (PROTOCOL.md section 2, Metadata). */
import { overallStatus, type Metadata, type TrackErrorCode, type TrackMetadata } from '@longwire/protocol';

/** What is known of the track of one mid. */
export interface TrackFacts {
  readonly trackId?: string;
  readonly error?: TrackErrorCode;
}

/** A track error that metadata named. */
export interface TrackFailure {
  readonly mid: string;
  readonly trackId: string;
  readonly error: TrackErrorCode;
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
  readonly #reported = new Set<string>();

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

  /** The name and error of a mid; OK is no error. */
  factsOf(mid: string | null): TrackFacts {
    const entry = mid === null ? undefined : this.#received.get(mid);
    const trackId = entry?.trackId ?? this.#own.find(({ transceiver }) => transceiver.mid === mid)?.trackId;
    const error = entry?.error === 'OK' ? undefined : entry?.error;
    return { ...(trackId === undefined ? {} : { trackId }), ...(error === undefined ? {} : { error }) };
  }

  /** Notes that the application was told about the error of a mid. */
  markReported(mid: string | null): void {
    const entry = mid === null ? undefined : this.#received.get(mid);
    if (entry !== undefined) this.#reported.add(reportKey(entry));
  }

  /** Errors that no one was told about yet: repeats of the same error in later descriptions are not news. */
  takeUnreported(): TrackFailure[] {
    const failures: TrackFailure[] = [];
    for (const entry of this.#received.values()) {
      const { mid, trackId, error } = entry;
      if (error === undefined || error === 'OK' || this.#reported.has(reportKey(entry))) continue;
      this.#reported.add(reportKey(entry));
      failures.push({ mid, trackId, error });
    }
    return failures;
  }

  /** The metadata of the next description: everything received, and this side's own tracks. */
  outgoing(): Metadata {
    const own = this.#own.flatMap(({ transceiver: { mid }, trackId }) =>
      mid === null || this.#received.has(mid) ? [] : [{ mid, trackId }],
    );
    const tracks = [...this.#received.values(), ...own];
    return tracks.length === 0 ? {} : { tracks, status: overallStatus(tracks) };
  }
}

function reportKey({ mid, trackId, error }: TrackMetadata): string {
  return JSON.stringify([mid, trackId, error]);
}
