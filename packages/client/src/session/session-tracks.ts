/** @module The device's tracks over consecutive connections: requested again, and put in the same media streams. */
import type { Clock, Method } from '@longwire/protocol';
import { ContentFormat, EdgeError, utf8Decode } from '@longwire/protocol/base';
import type { TrackArrival } from '../peer/peer.ts';
import type { RequestOptions } from '../request/request-options.ts';
import { waitFor } from '../time/abort.ts';
import type { SessionLink } from './session-link.ts';

const TRACKS_PATH = '/webrtc/tracks';
const CREATED = 201;

/** How long the old link keeps sending tracks while they have not arrived over the new one, in milliseconds. */
export const TRACKS_RETURN_MS = 5000;

/** Options of {@link SessionTracks}. */
export interface SessionTracksOptions {
  readonly clock: Clock;
  readonly createMediaStream: () => MediaStream;
  readonly onWarning: (error: EdgeError) => void;
}

/** Whether a request asks the device for tracks, which needs signaling. */
export function asksForTracks(method: Method, path: string): boolean {
  return method === 'POST' && path === TRACKS_PATH;
}

/** Remembers the requested tracks and the media streams that play them. */
export class SessionTracks {
  readonly #options: SessionTracksOptions;
  readonly #wanted = new Set<string>();
  readonly #streams = new Map<string, MediaStream>();
  readonly #latest = new Map<string, MediaStreamTrack>();
  /** Tracks that have not arrived over the newest link yet. */
  readonly #missing = new Set<string>();
  #onComplete: (() => void) | undefined;

  constructor(options: SessionTracksOptions) {
    this.#options = options;
  }

  /** The stream of a track id: always the same one, whichever connection its track arrives over. */
  mediaStream(trackId: string): MediaStream {
    const stream = this.#streams.get(trackId) ?? this.#options.createMediaStream();
    if (this.#streams.has(trackId)) return stream;
    this.#streams.set(trackId, stream);
    const track = this.#latest.get(trackId);
    if (track !== undefined) stream.addTrack(track);
    return stream;
  }

  /** Stores the tracks that the device agreed to send. */
  handlePromise(payload: RequestOptions['payload']): void {
    for (const trackId of trackIdsOf(payload)) this.#wanted.add(trackId);
  }

  /** Whether the device accepted a request for a track that has not been dropped since. */
  isWanted(trackId: string): boolean {
    return this.#wanted.has(trackId);
  }

  /** Replaces the previous track of the same name. */
  handleArrival({ trackId, track }: TrackArrival): void {
    if (trackId === undefined) return;
    const before = this.#latest.get(trackId);
    this.#latest.set(trackId, track);
    const stream = this.#streams.get(trackId);
    if (stream !== undefined && before !== track) {
      // Remove first: devices reuse track ids, and Chromium does not add a track whose `id` the stream already has.
      if (before !== undefined) stream.removeTrack(before);
      stream.addTrack(track);
    }
    this.#missing.delete(trackId);
    if (this.#missing.size === 0) this.#onComplete?.();
  }

  /** Stops a track and does not request it again. */
  drop(trackId: string): void {
    const track = this.#latest.get(trackId);
    track?.stop();
    if (track !== undefined) this.#streams.get(trackId)?.removeTrack(track);
    this.#wanted.delete(trackId);
    this.#latest.delete(trackId);
    this.#streams.delete(trackId);
  }

  /** Requests all tracks again over a new link; resolves when they have arrived or the time limit is over. */
  async restore(link: SessionLink): Promise<void> {
    this.#missing.clear();
    if (this.#wanted.size === 0) return;
    for (const trackId of this.#wanted) this.#missing.add(trackId);
    const arrived = this.#whenComplete(link.retired);
    try {
      await this.#ask(link);
    } catch (cause) {
      // If the link was lost meanwhile, the next one requests the tracks again.
      if (link.retired.aborted) return;
      this.#options.onWarning(
        new EdgeError('ERR_TRACK', 'the device did not accept the tracks of the session again', { cause }),
      );
    }
    await arrived;
  }

  async #ask({ connection }: SessionLink): Promise<void> {
    const payload = JSON.stringify({ tracks: [...this.#wanted] });
    const { statusCode } = await connection.request('POST', TRACKS_PATH, {
      payload,
      contentFormat: ContentFormat.json,
    });
    if (statusCode === CREATED) return;
    throw new EdgeError('ERR_TRACK', `request for tracks failed with status ${statusCode}`);
  }

  async #whenComplete(signal: AbortSignal): Promise<void> {
    try {
      await waitFor<void>(signal, ({ resolve }) => {
        this.#onComplete = resolve;
        return this.#options.clock.schedule(TRACKS_RETURN_MS, resolve);
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** The track ids of a request's body; none if it has another format. */
function trackIdsOf(payload: RequestOptions['payload']): readonly string[] {
  let body: unknown;
  try {
    body = JSON.parse(typeof payload === 'string' ? payload : utf8Decode(payload ?? new Uint8Array()));
  } catch (error) {
    // The device accepted a body that is not JSON: there are no track ids to request again.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  const tracks: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'tracks') : undefined;
  return Array.isArray(tracks) ? tracks.filter((trackId) => typeof trackId === 'string') : [];
}
