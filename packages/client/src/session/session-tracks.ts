/** @module The device's tracks over several connections: asked for again, and put in the same media streams. */
import type { Method } from '@longwire/protocol';
import { ContentFormat, EdgeError, utf8Decode } from '@longwire/protocol/base';
import type { TrackArrival } from '../peer/peer.ts';
import type { RequestOptions } from '../request/request-options.ts';
import { waitFor } from '../time/abort.ts';
import type { Clock } from '../time/clock.ts';
import type { SessionLink } from './session-link.ts';

const TRACKS_PATH = '/webrtc/tracks';
const CREATED = 201;

/** How long tracks of a link that took over may take before the old ones end, in milliseconds. */
export const TRACKS_RETURN_MS = 5000;

/** What tracks are kept with. */
export interface SessionTracksOptions {
  readonly clock: Clock;
  readonly createMediaStream: () => MediaStream;
  readonly onWarning: (error: EdgeError) => void;
}

/** Whether a request asks the device for tracks, which needs signaling. */
export function asksForTracks(method: Method, path: string): boolean {
  return method === 'POST' && path === TRACKS_PATH;
}

/** Remembers which tracks were asked for, and what they are played through. */
export class SessionTracks {
  readonly #options: SessionTracksOptions;
  readonly #wanted = new Set<string>();
  readonly #streams = new Map<string, MediaStream>();
  readonly #latest = new Map<string, MediaStreamTrack>();
  /** What did not come back yet over the newest link. */
  readonly #missing = new Set<string>();
  #onComplete: (() => void) | undefined;

  constructor(options: SessionTracksOptions) {
    this.#options = options;
  }

  /** The stream of a track id; the same one for good, whatever connection its track comes over. */
  mediaStream(trackId: string): MediaStream {
    const stream = this.#streams.get(trackId) ?? this.#options.createMediaStream();
    if (this.#streams.has(trackId)) return stream;
    this.#streams.set(trackId, stream);
    const track = this.#latest.get(trackId);
    if (track !== undefined) stream.addTrack(track);
    return stream;
  }

  /** Notes the tracks that a device has promised. */
  handlePromise(payload: RequestOptions['payload']): void {
    for (const trackId of trackIdsOf(payload)) this.#wanted.add(trackId);
  }

  /** Whether the device has accepted a request for a track that was not dropped since. */
  isWanted(trackId: string): boolean {
    return this.#wanted.has(trackId);
  }

  /** Puts a track in the place of the one that had its name. */
  handleArrival({ trackId, track }: TrackArrival): void {
    if (trackId === undefined) return;
    const before = this.#latest.get(trackId);
    this.#latest.set(trackId, track);
    const stream = this.#streams.get(trackId);
    if (stream !== undefined && before !== track) {
      // In this order: devices name a track alike each time, and Chromium adds no track whose `id` the stream has.
      if (before !== undefined) stream.removeTrack(before);
      stream.addTrack(track);
    }
    this.#missing.delete(trackId);
    if (this.#missing.size === 0) this.#onComplete?.();
  }

  /** Stops a track and does not ask for it again. */
  drop(trackId: string): void {
    const track = this.#latest.get(trackId);
    track?.stop();
    if (track !== undefined) this.#streams.get(trackId)?.removeTrack(track);
    this.#wanted.delete(trackId);
    this.#latest.delete(trackId);
    this.#streams.delete(trackId);
  }

  /** Asks for everything again over a new link; resolves when it has arrived, or took too long. */
  async restore(link: SessionLink): Promise<void> {
    this.#missing.clear();
    if (this.#wanted.size === 0) return;
    for (const trackId of this.#wanted) this.#missing.add(trackId);
    const arrived = this.#whenComplete(link.moved);
    try {
      await this.#ask(link);
    } catch (cause) {
      // A link that was lost meanwhile is no news: the next one asks again.
      if (link.moved.aborted) return;
      this.#options.onWarning(
        new EdgeError('ERR_TRACK', 'device expected to give the tracks again', { cause }),
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
    throw new EdgeError('ERR_TRACK', `request for tracks expected status ${CREATED}, got ${statusCode}`);
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

/** The track ids of a request's body; whatever else it is asks for none. */
function trackIdsOf(payload: RequestOptions['payload']): readonly string[] {
  let body: unknown;
  try {
    body = JSON.parse(typeof payload === 'string' ? payload : utf8Decode(payload ?? new Uint8Array()));
  } catch (error) {
    // The device took what is no JSON here: it is none of ours to ask for again.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  const tracks: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'tracks') : undefined;
  return Array.isArray(tracks) ? tracks.filter((trackId) => typeof trackId === 'string') : [];
}
