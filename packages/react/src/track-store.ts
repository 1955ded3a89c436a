/** @module The tracks of one connection as a list that can be subscribed to. */

import type { ConnectionPort, TrackArrival } from './connection-port.ts';

/** One track as it stands now. `id` is the device's name for it, else the browser's. */
export interface DeviceTrack extends TrackArrival {
  readonly id: string;
  readonly kind: 'audio' | 'video';
  readonly ended: boolean;
}

/** Collects the tracks of a connection from its first moment, so that nobody who subscribes late misses one. */
export class TrackStore {
  #tracks: readonly DeviceTrack[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(connection: Pick<ConnectionPort, 'on'>) {
    connection.on('track', (arrival) => {
      this.#add(arrival);
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

  #add(arrival: TrackArrival): void {
    const id = arrival.trackId ?? arrival.track.id;
    const kind = arrival.track.kind === 'audio' ? 'audio' : 'video';
    const entry: DeviceTrack = { ...arrival, id, kind, ended: arrival.track.readyState === 'ended' };
    const known = this.#tracks.some((track) => track.id === id);
    this.#replace(
      known ? this.#tracks.map((track) => (track.id === id ? entry : track)) : [...this.#tracks, entry],
    );
    arrival.track.addEventListener('ended', () => {
      this.#end(arrival.track);
    });
  }

  #end(ended: MediaStreamTrack): void {
    this.#replace(this.#tracks.map((entry) => (entry.track === ended ? { ...entry, ended: true } : entry)));
  }

  #replace(tracks: readonly DeviceTrack[]): void {
    this.#tracks = tracks;
    for (const listener of this.#listeners) listener();
  }
}
