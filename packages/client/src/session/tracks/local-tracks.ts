/** @module The application's local tracks, offered again over each connection. */
import { EdgeError } from '@longwire/protocol/base';
import type { Connection } from '../../connection/connection.ts';
import type { AddTrackOptions } from '../../peer/sent-tracks.ts';
import type { TrackStatus } from '../../peer/track-registry.ts';
import type { SessionLink } from '../session-link.ts';

/** A local track of a session, sent over each connection in turn. */
export interface SentTrack {
  readonly trackId: string;
  /** The transceiver that sends it now: a different one after each new connection, undefined between them. */
  readonly transceiver: RTCRtpTransceiver | undefined;
  /** Sends another track instead, also over later connections; needs no negotiation. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  /** Stops sending it and releases its media line; the track itself is not stopped. */
  remove(): Promise<void>;
}

interface Entry {
  readonly trackId: string;
  readonly options: AddTrackOptions | undefined;
  track: MediaStreamTrack;
  /** The media line in use; undefined while the track is not sent. */
  line: { readonly connection: Connection; readonly transceiver: RTCRtpTransceiver } | undefined;
}

/** The local tracks of a session. */
export class LocalTracks {
  readonly #onWarning: (error: EdgeError) => void;
  readonly #entries = new Set<Entry>();

  constructor(onWarning: (error: EdgeError) => void) {
    this.#onWarning = onWarning;
  }

  /** Stores a track and offers it over `link`, if given. @throws what the connection throws */
  add(
    link: SessionLink | undefined,
    [track, trackId, options]: readonly [MediaStreamTrack, string, AddTrackOptions | undefined],
  ): SentTrack {
    const entry: Entry = { track, trackId, options, line: undefined };
    if (link !== undefined) offer(entry, link);
    this.#entries.add(entry);
    return this.#handleOf(entry);
  }

  /**
   * Sends every track that has not ended over a new link. `arrived` returns a promise to wait for before a track is sent: the track may
   * belong on the media line of a track that the device sends again.
   */
  restore(link: SessionLink, arrived: (trackId: string) => Promise<void> | undefined): void {
    this.suspend();
    for (const entry of this.#entries) {
      const wait = arrived(entry.trackId);
      if (wait === undefined) this.#restore(entry, link);
      else void wait.then(() => this.#restore(entry, link));
    }
  }

  /** A track has moved to another media line. */
  handleMoved(from: RTCRtpTransceiver, to: RTCRtpTransceiver): void {
    for (const entry of this.#entries)
      if (entry.line?.transceiver === from) entry.line = { ...entry.line, transceiver: to };
  }

  /** A track that could not be negotiated is not sent again over later links. */
  handleStatus({ mid, trackId, isOwn }: TrackStatus): void {
    if (mid !== '' || isOwn !== true) return;
    for (const entry of this.#entries) {
      if (entry.trackId !== trackId) continue;
      entry.line = undefined;
      this.#entries.delete(entry);
    }
  }

  /** The link is lost: no track is sent. */
  suspend(): void {
    for (const entry of this.#entries) entry.line = undefined;
  }

  #restore(entry: Entry, link: SessionLink): void {
    if (!this.#entries.has(entry) || entry.line !== undefined || link.retired.aborted) return;
    if (entry.track.readyState === 'ended') {
      this.#entries.delete(entry);
      return;
    }
    try {
      offer(entry, link);
    } catch (cause) {
      this.#onWarning(
        new EdgeError('ERR_TRACK', `cannot offer the local track "${entry.trackId}" again`, { cause }),
      );
    }
  }

  #handleOf(entry: Entry): SentTrack {
    return {
      trackId: entry.trackId,
      get transceiver() {
        return entry.line?.transceiver;
      },
      replaceTrack: async (track) => {
        entry.track = track;
        await entry.line?.transceiver.sender.replaceTrack(track);
      },
      remove: async () => {
        this.#entries.delete(entry);
        const { line } = entry;
        entry.line = undefined;
        if (line?.connection.state === 'connected') line.connection.removeTrack(line.transceiver);
      },
    };
  }
}

function offer(entry: Entry, { connection }: SessionLink): void {
  const transceiver = connection.addTrack(entry.track, entry.trackId, entry.options);
  entry.line = { connection, transceiver };
}
