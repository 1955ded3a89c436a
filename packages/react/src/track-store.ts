/** @module The tracks of one connection as a list that can be subscribed to. */

import { TrackError, type TrackArrival, type TrackErrorCode } from '@longwire/client';
import type { ConnectionPort } from './connection-port.ts';

/** One track as it stands now: it arrived, or the device named it and could not give it, or both. */
export interface DeviceTrack {
  /** The device's name for it, else the browser's. */
  readonly id: string;
  /** Absent for a track that will not arrive. */
  readonly track?: MediaStreamTrack;
  /** Why the device cannot fill it. */
  readonly error?: TrackErrorCode;
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
    connection.on('warning', (error) => {
      if (error instanceof TrackError) {
        const known = this.#tracks.find(({ id }) => id === error.trackId);
        this.#put({ isEnded: false, ...known, id: error.trackId, error: error.reason });
      }
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

  #handleArrival({ track, trackId, error }: TrackArrival): void {
    this.#put({
      id: trackId ?? track.id,
      track,
      isEnded: track.readyState === 'ended',
      ...(error === undefined ? {} : { error }),
    });
    track.addEventListener('ended', () => {
      this.#replace(
        this.#tracks.map((entry) => (entry.track === track ? { ...entry, isEnded: true } : entry)),
      );
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
