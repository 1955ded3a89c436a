/** @module Whether the device was asked for its video and sound, and what it said. */

import { ContentFormat, EdgeError } from '../wire.ts';
import { failureOf, type Failure } from './failure.ts';
import type { SessionConnection } from './session-connection.ts';

type Requests = Pick<SessionConnection, 'request'>;

/** Where the tracks stand. */
export type MediaState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'asked'; readonly videoTrackId: string; readonly audioTrackId: string }
  /** The role of this browser does not allow it. */
  | { readonly kind: 'denied' }
  /** The device has none of them. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The names that devices in the field use. */
export const FALLBACK_TRACKS = { videoTrackId: 'frontdoor-video', audioTrackId: 'frontdoor-audio' } as const;

/** Asks the device which tracks are its default, then for those tracks. A lost connection is thrown; all else is a state. */
export async function askForMedia(connection: Requests): Promise<MediaState> {
  try {
    const { videoTrackId, audioTrackId, hasSound } = await defaultTracks(connection);
    const payload = JSON.stringify({ tracks: hasSound ? [videoTrackId, audioTrackId] : [videoTrackId] });
    const answer = await connection.request('POST', '/webrtc/tracks', {
      payload,
      contentFormat: ContentFormat.json,
    });
    switch (answer.statusCode) {
      case 201:
        return { kind: 'asked', videoTrackId, audioTrackId };
      case 401:
      case 403:
        return { kind: 'denied' };
      case 404:
        return { kind: 'none' };
      default:
        return {
          kind: 'failed',
          failure: { kind: 'unknown', detail: `POST /webrtc/tracks: ${answer.statusCode}` },
        };
    }
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    return { kind: 'failed', failure: failureOf(error, { isOnline: true }) };
  }
}

interface DefaultTracks {
  readonly videoTrackId: string;
  /** What is said goes there as well, whether there is sound to hear or not. */
  readonly audioTrackId: string;
  readonly hasSound: boolean;
}

const FALLBACK: DefaultTracks = { ...FALLBACK_TRACKS, hasSound: true };

async function defaultTracks(connection: Requests): Promise<DefaultTracks> {
  const answer = await connection.request('GET', '/webrtc/tracks/default');
  if (answer.statusCode !== 205) return FALLBACK;
  try {
    return readDefaultTracks(answer.json());
  } catch (error) {
    if (error instanceof EdgeError && error.code === 'ERR_PAYLOAD_FORMAT') return FALLBACK;
    throw error;
  }
}

/** Reads the answer of GET /webrtc/tracks/default. Who names a picture and no sound has none; else what is missing has the name it has in the field. */
function readDefaultTracks(value: unknown): DefaultTracks {
  const field = (name: string): string | undefined => {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const [video, audio] = [field('videoTrackId'), field('audioTrackId')];
  return {
    videoTrackId: video ?? FALLBACK.videoTrackId,
    audioTrackId: audio ?? FALLBACK.audioTrackId,
    hasSound: audio !== undefined || video === undefined,
  };
}
