/** @module What both sides said about tracks: names and errors by mid (PROTOCOL.md section 2, Metadata). */
import type { Metadata, TrackErrorCode, TrackMetadata } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { overallStatus } from '@longwire/protocol/peer';

/** What is known of the track of one mid. */
export interface TrackFacts {
  readonly trackId?: string;
  readonly error?: TrackErrorCode;
  /** What is the matter, in the device's words for people. */
  readonly message?: string;
}

/** How a track is at the device now: no `error` where it is well. */
export interface TrackReport extends TrackFacts {
  readonly mid: string;
  readonly trackId: string;
  /** Set where the application added the track itself: what comes from the device under the same name is another line. */
  readonly isOwn?: true;
}

/** A report, and whether signaling could have made it up. */
export interface TrackStatus extends TrackReport {
  /** Whether the device itself said all of it: over the connection, which is bound. Without it the words may be those of the service. */
  readonly isAuthenticated: boolean;
}

/** A track error that metadata named. */
export interface TrackFailure extends TrackReport {
  readonly error: TrackErrorCode;
}

/** What is to be reported to the application. */
export interface TrackNews {
  /** Tracks whose status has changed since it was last reported. */
  readonly changed: readonly TrackReport[];
  /** Those of them that have an error, or another one. */
  readonly failed: readonly TrackFailure[];
}

interface OwnTrack {
  readonly transceiver: RTCRtpTransceiver;
  readonly trackId: string;
}

/** What was last reported of a track. */
interface Reported extends TrackFacts {
  readonly isInside: boolean;
}

/** Most mids remembered. Reason: the other side chooses them; a description of a device has a handful. */
export const MAX_TRACKS = 256;

/** Remembers what was received for each mid, and which tracks are this side's own. */
export class TrackBook {
  readonly #received = new Map<string, TrackMetadata>();
  readonly #own: OwnTrack[] = [];
  /** What was last reported of each mid; a track of which nothing was reported is well. */
  readonly #reported = new Map<string, Reported>();
  #isInside = false;

  /** Whether everything that is remembered came over the connection itself, so that signaling had no part in it. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** From here on metadata comes over the connection itself: what signaling said is not repeated to the device as if it had said so. */
  moveInside(): void {
    this.#isInside = true;
    this.#received.clear();
  }

  /** @throws EdgeError ERR_NEGOTIATION for a track that signaling has named and the device does not */
  requireConfirmed(): void {
    for (const [mid, { trackId }] of this.#reported) {
      const isKnown = this.#received.has(mid) || this.#ownOf(mid) !== undefined;
      if (mid !== '' && trackId !== undefined && !isKnown)
        throw new EdgeError('ERR_NEGOTIATION', 'device does not name a track that signaling named');
    }
  }

  /** @throws EdgeError ERR_NEGOTIATION for a track that signaling had given another name, which is that of what is played already */
  handleMetadata(metadata: Metadata): void {
    for (const entry of metadata.tracks ?? []) {
      this.#requireSameName(entry);
      if (this.#received.has(entry.mid) || this.#received.size < MAX_TRACKS) {
        this.#received.set(entry.mid, entry);
      }
    }
  }

  addOwn(transceiver: RTCRtpTransceiver, trackId: string): void {
    this.#own.push({ transceiver, trackId });
  }

  /** Whether a line is one that this side added. */
  isOwn(transceiver: RTCRtpTransceiver): boolean {
    return this.#own.some((own) => own.transceiver === transceiver);
  }

  /** The name of a mid, its error and the words for it; OK is no error. */
  factsOf(mid: string | null): TrackFacts {
    const entry = mid === null ? undefined : this.#received.get(mid);
    const trackId = this.#ownOf(mid)?.trackId ?? entry?.trackId;
    return { ...(trackId === undefined ? {} : { trackId }), ...troubleOf(entry) };
  }

  /** Notes that the status of the track of a mid was reported to the application. */
  markTold(mid: string | null): void {
    if (mid !== null) this.#reported.set(mid, { ...this.factsOf(mid), isInside: this.#isInside });
  }

  /** Everything that the device has said over the connection of the tracks that the application knows of. */
  reports(): readonly TrackReport[] {
    if (!this.#isInside) return [];
    return [...this.#received.values()]
      .filter(({ mid }) => this.#reported.has(mid))
      .map((entry) => this.#reportOf(entry));
  }

  /** What has not been reported yet: repeats of the same in later descriptions are not news. */
  takeNews(): TrackNews {
    const changed: TrackReport[] = [];
    const failed: TrackFailure[] = [];
    for (const entry of this.#received.values()) {
      const { mid } = entry;
      const isInside = this.#isInside;
      const reported = this.#reported.get(mid) ?? { isInside };
      const { error, message } = troubleOf(entry);
      if (error === reported.error && message === reported.message && isInside === reported.isInside)
        continue;
      this.markTold(mid);
      const report = this.#reportOf(entry);
      changed.push(report);
      if (error !== undefined && error !== reported.error) failed.push({ ...report, error });
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

  #reportOf(entry: TrackMetadata): TrackReport {
    const { mid, trackId } = entry;
    return { mid, trackId, ...troubleOf(entry), ...(this.#ownOf(mid) && { isOwn: true }) };
  }

  /** No device renames a track. Where it has another name than signaling gave it, the one or the other side was deceived. */
  #requireSameName({ mid, trackId }: TrackMetadata): void {
    if (!this.#isInside || mid === '') return;
    const reported = this.#reported.get(mid);
    const known = this.#ownOf(mid) ?? (reported?.isInside === false ? reported : undefined);
    if (known === undefined || known.trackId === trackId) return;
    throw new EdgeError('ERR_NEGOTIATION', 'device gives a track another name than signaling did');
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
