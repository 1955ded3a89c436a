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
  /** The mid of the media line; empty where the track gets none, and `error` says why. */
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

/** Prefix of the keys of tracks without a media line; no mid contains a space (RFC 8843 section 14.1). */
const WITHOUT_LINE = ' ';

/** Remembers what was received for each mid, and which tracks are this side's own. */
export class TrackBook {
  /** By {@link keyOf}. */
  readonly #received = new Map<string, TrackMetadata>();
  readonly #own: OwnTrack[] = [];
  /** What was last reported of each, by {@link keyOf}; a track of which nothing was reported is well. */
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
    for (const [key, { trackId }] of this.#reported) {
      const isKnown = this.#received.has(key) || this.#ownOf(key) !== undefined;
      if (!key.startsWith(WITHOUT_LINE) && trackId !== undefined && !isKnown)
        throw new EdgeError('ERR_NEGOTIATION', 'device does not name a track that signaling named');
    }
  }

  /** @throws EdgeError ERR_NEGOTIATION for a track that signaling had given another name, which is that of what is played already */
  handleMetadata(metadata: Metadata): void {
    for (const entry of metadata.tracks ?? []) {
      this.#requireSameName(entry);
      if (entry.mid !== undefined) this.#forgetWithoutLine(entry.trackId);
      const key = keyOf(entry);
      if (this.#received.has(key) || this.#received.size < MAX_TRACKS) this.#received.set(key, entry);
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
  markTold(key: string | null): void {
    if (key !== null) this.#reported.set(key, { ...this.factsOf(key), isInside: this.#isInside });
  }

  /** Everything that the device has said over the connection of the tracks that the application knows of. */
  reports(): readonly TrackReport[] {
    if (!this.#isInside) return [];
    return [...this.#received.values()]
      .filter((entry) => this.#reported.has(keyOf(entry)))
      .map((entry) => this.#reportOf(entry));
  }

  /** What has not been reported yet: repeats of the same in later descriptions are not news. */
  takeNews(): TrackNews {
    const changed: TrackReport[] = [];
    const failed: TrackFailure[] = [];
    for (const [key, entry] of this.#received) {
      const isInside = this.#isInside;
      const reported = this.#reported.get(key) ?? { isInside };
      const { error, message } = troubleOf(entry);
      if (error === reported.error && message === reported.message && isInside === reported.isInside)
        continue;
      this.markTold(key);
      const report = this.#reportOf(entry);
      changed.push(report);
      if (error !== undefined && error !== reported.error) failed.push({ ...report, error });
    }
    return { changed, failed };
  }

  /** The metadata of the next description: what was received for each mid, and this side's own tracks. */
  outgoing(): Metadata {
    const own = this.#own.flatMap(({ transceiver: { mid }, trackId }) =>
      mid === null || this.#received.has(mid) ? [] : [{ mid, trackId }],
    );
    const received = [...this.#received.values()].filter(({ mid }) => mid !== undefined);
    const tracks = [...received, ...own];
    return tracks.length === 0 ? {} : { tracks, status: overallStatus(tracks) };
  }

  #reportOf(entry: TrackMetadata): TrackReport {
    const { mid = '', trackId } = entry;
    return { mid, trackId, ...troubleOf(entry), ...(this.#ownOf(mid) && { isOwn: true }) };
  }

  /** No device renames a track. Where it has another name than signaling gave it, the one or the other side was deceived. */
  #requireSameName({ mid, trackId }: TrackMetadata): void {
    if (!this.#isInside || mid === undefined) return;
    const reported = this.#reported.get(mid);
    const known = this.#ownOf(mid) ?? (reported?.isInside === false ? reported : undefined);
    if (known === undefined || known.trackId === trackId) return;
    throw new EdgeError('ERR_NEGOTIATION', 'device gives a track another name than signaling did');
  }

  /** Drops what was remembered of a track without a media line: it has one now. */
  #forgetWithoutLine(trackId: string): void {
    const key = keyOf({ trackId });
    this.#received.delete(key);
    this.#reported.delete(key);
  }

  #ownOf(mid: string | null): OwnTrack | undefined {
    return this.#own.find(({ transceiver }) => transceiver.mid === mid);
  }
}

/** The key of a track: its mid, or its name where it has no media line. */
function keyOf({ mid, trackId }: Pick<TrackMetadata, 'mid' | 'trackId'>): string {
  return mid ?? `${WITHOUT_LINE}${trackId}`;
}

function troubleOf(entry: TrackMetadata | undefined): Pick<TrackFacts, 'error' | 'message'> {
  const { error, message } = entry ?? {};
  return {
    ...(error === undefined || error === 'OK' ? {} : { error }),
    ...(message === undefined ? {} : { message }),
  };
}
