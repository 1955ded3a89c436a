/** @module The tracks of one connection as a list that can be subscribed to. */

import type { TrackArrival, TrackErrorCode, TrackStatus } from '@longwire/client';
import type { ConnectionPort } from './connection-port.ts';

/** One track as it stands now: it arrived, or the device named it and could not give it, or both. */
export interface DeviceTrack {
  /** The device's name for it, else the browser's. */
  readonly id: string;
  /** The media line that it came on; absent for a track that will not arrive. */
  readonly mid?: string;
  /** Absent for a track that will not arrive. */
  readonly track?: MediaStreamTrack;
  /** Why the device cannot fill it. */
  readonly error?: TrackErrorCode;
  /** What is the matter, in the device's words for people. */
  readonly message?: string;
  readonly isEnded: boolean;
}

/** Collects the tracks of a connection from its first moment, so that nobody who subscribes late misses one. */
export class TrackStore {
  #tracks: readonly DeviceTrack[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(connection: Pick<ConnectionPort, 'on'>) {
    connection.on('track', (arrival) => {
      this.#handleArrival(arrival);
    });
    connection.on('trackstatus', (status) => {
      this.#handleStatus(status);
    });
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The list as it stands; the same array until it changes. */
  readonly snapshot = (): readonly DeviceTrack[] => this.#tracks;

  #handleArrival({ track, trackId, error, message, transceiver: { mid } }: TrackArrival): void {
    this.#put({
      id: trackId ?? track.id,
      ...(mid === null ? {} : { mid }),
      track,
      isEnded: track.readyState === 'ended',
      ...troubleOf({ error, message }),
    });
    track.addEventListener('ended', () => {
      this.#replace(
        this.#tracks.map((entry) => (entry.track === track ? { ...entry, isEnded: true } : entry)),
      );
    });
  }

  #handleStatus({ mid, trackId, isOwn, error, message }: TrackStatus): void {
    const onLine = this.#tracks.find((entry) => entry.mid === mid);
    // What this side sends is not in the list, though the device's own track may have the same name.
    if (isOwn && onLine === undefined) return;
    const known = onLine ?? this.#tracks.find(({ id }) => id === trackId);
    const { track, isEnded = false } = known ?? {};
    if (track === undefined && error === undefined) {
      // It never arrived and is no trouble any more: there is nothing to show.
      this.#replace(this.#tracks.filter(({ id }) => id !== trackId));
      return;
    }
    this.#put({
      id: trackId,
      ...(known?.mid === undefined ? {} : { mid: known.mid }),
      ...(track === undefined ? {} : { track }),
      isEnded,
      ...troubleOf({ error, message }),
    });
  }

  #put(entry: DeviceTrack): void {
    const isKnown = this.#tracks.some(({ id }) => id === entry.id);
    this.#replace(
      isKnown
        ? this.#tracks.map((known) => (known.id === entry.id ? entry : known))
        : [...this.#tracks, entry],
    );
  }

  #replace(tracks: readonly DeviceTrack[]): void {
    this.#tracks = tracks;
    for (const listener of this.#listeners) listener();
  }
}

function troubleOf({
  error,
  message,
}: {
  readonly error: TrackErrorCode | undefined;
  readonly message: string | undefined;
}): Pick<DeviceTrack, 'error' | 'message'> {
  if (error === undefined) return {};
  return { error, ...(message === undefined ? {} : { message }) };
}
