/** @module Names and errors of tracks by mid, as sent by both sides (PROTOCOL.md section 2, Metadata). */
import type { Metadata, TrackErrorCode, TrackMetadata } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { overallStatus } from '@longwire/protocol/peer';

/** Name and error of the track with one mid. */
export interface TrackFacts {
  readonly trackId?: string;
  readonly error?: TrackErrorCode;
  /** The problem in the device's words, for people. */
  readonly message?: string;
}

/** The current state of a track at the device; without `error` it works. */
export interface TrackReport extends TrackFacts {
  /** The mid of the media line; empty if the track has none, and `error` says why. */
  readonly mid: string;
  readonly trackId: string;
  /** Set if the application added the track itself; the device's track with the same name has another line. */
  readonly isOwn?: true;
}

/** A report, and whether signaling could have forged it. */
export interface TrackStatus extends TrackReport {
  /** Whether all of it is certainly the device's: received over the bound connection. Otherwise the words may be the service's. */
  readonly isAuthenticated: boolean;
}

/** A track error from metadata. */
export interface TrackFailure extends TrackReport {
  readonly error: TrackErrorCode;
}

/** The changes to report to the application. */
export interface TrackChanges {
  /** Tracks whose status changed since the last report. */
  readonly changed: readonly TrackReport[];
  /** The changed tracks that have an error, or another one. */
  readonly failed: readonly TrackFailure[];
}

interface OwnTrack {
  readonly transceiver: RTCRtpTransceiver;
  readonly trackId: string;
}

/** The last report of a track. */
interface Reported extends TrackFacts {
  readonly isInside: boolean;
}

/** Most mids remembered. Reason: the other side chooses them; a description of a device has a handful. */
export const MAX_TRACKS = 256;

/** Prefix of the keys of tracks without a media line; no mid contains a space (RFC 8843 section 14.1). */
const WITHOUT_LINE = ' ';

/** Stores the received metadata of each mid, and which tracks are this side's own. */
export class TrackRegistry {
  /** By {@link keyOf}. */
  readonly #received = new Map<string, TrackMetadata>();
  readonly #own: OwnTrack[] = [];
  /** The last report of each track, by {@link keyOf}; without a report a track works. */
  readonly #reported = new Map<string, Reported>();
  #isInside = false;

  /** Whether all stored metadata arrived over the connection itself, beyond the reach of signaling. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** From now on metadata arrives over the connection itself: what signaling sent is not repeated to the device. */
  moveInside(): void {
    this.#isInside = true;
    this.#received.clear();
  }

  /** @throws EdgeError ERR_NEGOTIATION for a track that signaling named and the device does not */
  requireConfirmed(): void {
    for (const [key, { trackId }] of this.#reported) {
      const isKnown = this.#received.has(key) || this.#ownOf(key) !== undefined;
      if (!key.startsWith(WITHOUT_LINE) && trackId !== undefined && !isKnown)
        throw new EdgeError('ERR_NEGOTIATION', 'device does not name a track that signaling named');
    }
  }

  /** @throws EdgeError ERR_NEGOTIATION for a track that signaling gave another name, under which it already plays */
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

  /** Whether this side added the line. */
  isOwn(transceiver: RTCRtpTransceiver): boolean {
    return this.#own.some((own) => own.transceiver === transceiver);
  }

  /** The name of a mid, its error and message; OK is no error. */
  factsOf(mid: string | null): TrackFacts {
    const entry = mid === null ? undefined : this.#received.get(mid);
    const trackId = this.#ownOf(mid)?.trackId ?? entry?.trackId;
    return { ...(trackId === undefined ? {} : { trackId }), ...troubleOf(entry) };
  }

  /** Records that the status of a track was reported to the application. */
  markReported(key: string | null): void {
    if (key !== null) this.#reported.set(key, { ...this.factsOf(key), isInside: this.#isInside });
  }

  /** Everything that the device sent over the connection about tracks known to the application. */
  reports(): readonly TrackReport[] {
    if (!this.#isInside) return [];
    return [...this.#received.values()]
      .filter((entry) => this.#reported.has(keyOf(entry)))
      .map((entry) => this.#reportOf(entry));
  }

  /** Changes since the last report; repeated metadata in later descriptions is no change. */
  takeChanges(): TrackChanges {
    const changed: TrackReport[] = [];
    const failed: TrackFailure[] = [];
    for (const [key, entry] of this.#received) {
      const isInside = this.#isInside;
      const reported = this.#reported.get(key) ?? { isInside };
      const { error, message } = troubleOf(entry);
      if (error === reported.error && message === reported.message && isInside === reported.isInside)
        continue;
      this.markReported(key);
      const report = this.#reportOf(entry);
      changed.push(report);
      if (error !== undefined && error !== reported.error) failed.push({ ...report, error });
    }
    return { changed, failed };
  }

  /** The metadata of the next description: the received metadata of each mid, and this side's own tracks. */
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

  /** No device renames a track. A name that differs from signaling's means that one side was deceived. */
  #requireSameName({ mid, trackId }: TrackMetadata): void {
    if (!this.#isInside || mid === undefined) return;
    const reported = this.#reported.get(mid);
    const known = this.#ownOf(mid) ?? (reported?.isInside === false ? reported : undefined);
    if (known === undefined || known.trackId === trackId) return;
    throw new EdgeError('ERR_NEGOTIATION', 'device gives a track another name than signaling did');
  }

  /** Removes the entry of a track without a media line, once it has one. */
  #forgetWithoutLine(trackId: string): void {
    const key = keyOf({ trackId });
    this.#received.delete(key);
    this.#reported.delete(key);
  }

  #ownOf(mid: string | null): OwnTrack | undefined {
    return this.#own.find(({ transceiver }) => transceiver.mid === mid);
  }
}

/** The key of a track: its mid, or its name if it has no media line. */
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
