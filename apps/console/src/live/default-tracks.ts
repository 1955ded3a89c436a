/** @module Which tracks a device shows by itself. */

import { EdgeError, type Session } from '../wire.ts';

/** The device's own choice. */
export interface DefaultTracks {
  readonly videoTrackId: string;
  /** What is said goes there as well, whether there is sound to hear or not. */
  readonly audioTrackId: string;
  readonly hasSound: boolean;
}

/** The names that devices in the field use. */
export const FALLBACK_TRACKS: DefaultTracks = {
  videoTrackId: 'frontdoor-video',
  audioTrackId: 'frontdoor-audio',
  hasSound: true,
};

const CONTENT = 205;

/** Asks the device; one that cannot say has those of the field. Rejects where the request itself fails. */
export async function readDefaultTracks(
  session: Pick<Session, 'request'>,
  signal: AbortSignal,
): Promise<DefaultTracks> {
  const answer = await session.request('GET', '/webrtc/tracks/default', { signal });
  if (answer.statusCode !== CONTENT) return FALLBACK_TRACKS;
  try {
    return tracksIn(answer.json());
  } catch (error) {
    if (error instanceof EdgeError && error.code === 'ERR_PAYLOAD_FORMAT') return FALLBACK_TRACKS;
    throw error;
  }
}

/** Who names a picture and no sound has none; else what is missing has the name it has in the field. */
function tracksIn(value: unknown): DefaultTracks {
  const field = (name: string): string | undefined => {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const [video, audio] = [field('videoTrackId'), field('audioTrackId')];
  return {
    videoTrackId: video ?? FALLBACK_TRACKS.videoTrackId,
    audioTrackId: audio ?? FALLBACK_TRACKS.audioTrackId,
    hasSound: audio !== undefined || video === undefined,
  };
}
