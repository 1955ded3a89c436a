/** @module The application's own tracks, offered again over each connection. */
import { EdgeError } from '@longwire/protocol/base';
import type { AddTrackOptions } from '../peer/peer.ts';
import type { SessionLink } from './session-link.ts';

/** An own track of a session, whatever connection it is sent over. */
export interface SessionTrack {
  readonly trackId: string;
  /** What sends it now; another one after each new connection, none between them. */
  readonly transceiver: RTCRtpTransceiver | undefined;
  /** Sends another track in its place, also over later connections; nothing is negotiated. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  /** Stops sending it, for good; the track itself goes on. */
  remove(): Promise<void>;
}

interface Entry {
  readonly trackId: string;
  readonly options: AddTrackOptions | undefined;
  track: MediaStreamTrack;
  transceiver: RTCRtpTransceiver | undefined;
}

/** Keeps the own tracks of a session. */
export class OwnTracks {
  readonly #onWarning: (error: EdgeError) => void;
  readonly #entries = new Set<Entry>();

  constructor(onWarning: (error: EdgeError) => void) {
    this.#onWarning = onWarning;
  }

  /** Keeps a track, and offers it over the link if there is one that can negotiate. @throws what the connection throws */
  add(
    link: SessionLink | undefined,
    [track, trackId, options]: readonly [MediaStreamTrack, string, AddTrackOptions | undefined],
  ): SessionTrack {
    const entry: Entry = { track, trackId, options, transceiver: undefined };
    if (link !== undefined) offer(entry, link);
    this.#entries.add(entry);
    return this.#handleOf(entry);
  }

  /** Offers every track that has not ended over a new link. */
  restore(link: SessionLink): void {
    for (const entry of this.#entries) {
      entry.transceiver = undefined;
      if (entry.track.readyState === 'ended') {
        this.#entries.delete(entry);
        continue;
      }
      try {
        offer(entry, link);
      } catch (cause) {
        this.#onWarning(new EdgeError('ERR_TRACK', 'own track expected to be offered again', { cause }));
      }
    }
  }

  /** There is no link: nothing is sent. */
  suspend(): void {
    for (const entry of this.#entries) entry.transceiver = undefined;
  }

  #handleOf(entry: Entry): SessionTrack {
    return {
      trackId: entry.trackId,
      get transceiver() {
        return entry.transceiver;
      },
      replaceTrack: async (track) => {
        entry.track = track;
        await entry.transceiver?.sender.replaceTrack(track);
      },
      remove: async () => {
        this.#entries.delete(entry);
        await entry.transceiver?.sender.replaceTrack(null);
      },
    };
  }
}

function offer(entry: Entry, { connection }: SessionLink): void {
  entry.transceiver = connection.addTrack(entry.track, entry.trackId, entry.options);
}
