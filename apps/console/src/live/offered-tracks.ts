/** @module The video and audio tracks that a device offers, with audio assigned to its video. */

import { fieldOf } from '../read-field.ts';
import { EdgeError, type Session } from '../wire.ts';

/** A video track with its audio track. */
export interface View {
  readonly videoTrackId: string;
  readonly soundTrackId?: string;
}

/** Everything that a device offers. */
export interface OfferedTracks {
  readonly views: readonly View[];
  /** Audio tracks without a video. */
  readonly sounds: readonly string[];
  /** The track that takes a person's voice. */
  readonly talkTrackId: string;
  /** The encoding names of each track, such as `H265`, if the device lists them. */
  readonly codecs: ReadonlyMap<string, readonly string[]>;
}

/** The track names that deployed devices use. */
export const FALLBACK_TRACKS: OfferedTracks = {
  views: [{ videoTrackId: 'frontdoor-video', soundTrackId: 'frontdoor-audio' }],
  sounds: [],
  talkTrackId: 'frontdoor-audio',
  codecs: new Map(),
};

const CONTENT = 205;
/** Largest answer that is read, in bytes, most tracks, and longest names. Reason: the device chooses them, and each becomes a tile. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_TRACKS = 32;
const MAX_NAME_LENGTH = 128;
const MAX_CODECS = 8;
/** The form of SDP encoding names: any other text of a device would be shown in the middle of a sentence. */
const CODEC_NAME = /^[\w.-]{1,32}$/u;
/** The part in which the names of a video and of its audio differ. */
const MEDIUM = /[-_. ]*(?:video|audio|sound)[-_. ]*/giu;

/**
 * Asks the device for its track list and its default tracks. A device without either gets the names of deployed devices. Rejects if a
 * request itself fails.
 */
export async function readOfferedTracks(
  session: Pick<Session, 'request'>,
  signal: AbortSignal,
): Promise<OfferedTracks> {
  const [listed, defaults] = await Promise.all([
    read(session, '/webrtc/tracks', signal),
    read(session, '/webrtc/tracks/default', signal),
  ]);
  return tracksOf(listed, defaults);
}

/** Combines the two answers; `undefined` means an empty one. */
export function tracksOf(listed: unknown, defaults: unknown): OfferedTracks {
  const [defaultVideo, defaultAudio] = [text(defaults, 'videoTrackId'), text(defaults, 'audioTrackId')];
  const list = readList(listed);
  if (list === undefined) {
    if (defaultVideo === undefined && defaultAudio === undefined) return FALLBACK_TRACKS;
    return arrange({ videos: given(defaultVideo), sounds: given(defaultAudio), defaultAudio });
  }
  const sent = list.filter(({ direction }) => direction !== 'recvonly');
  const idsOf = (kind: string): string[] =>
    sent.filter((each) => each.kind === kind).map(({ trackId }) => trackId);
  const heard = list.filter(({ direction }) => direction !== 'sendonly').map(({ trackId }) => trackId);
  return arrange({
    videos: firstOf(idsOf('video'), defaultVideo),
    sounds: firstOf(idsOf('audio'), defaultAudio),
    defaultAudio,
    talk: firstOf(heard, defaultAudio)[0],
    codecs: new Map(sent.flatMap(({ trackId, codecs }) => (codecs.length === 0 ? [] : [[trackId, codecs]]))),
  });
}

interface Parts {
  readonly videos: readonly string[];
  readonly sounds: readonly string[];
  readonly defaultAudio: string | undefined;
  readonly talk?: string | undefined;
  readonly codecs?: OfferedTracks['codecs'];
}

/** Assigns audio to the video of the same name; the default audio, or the only one, to the first video. */
function arrange({ videos, sounds, defaultAudio, talk, codecs = new Map() }: Parts): OfferedTracks {
  const left = new Set(sounds);
  const views = videos.map((videoTrackId, index): View => {
    const named = [...left].find((sound) => nameIn(sound) === nameIn(videoTrackId));
    const own = index === 0 && defaultAudio !== undefined ? defaultAudio : named;
    const only = videos.length === 1 && left.size === 1 ? [...left][0] : undefined;
    const sound = own !== undefined && left.has(own) ? own : only;
    if (sound === undefined) return { videoTrackId };
    left.delete(sound);
    return { videoTrackId, soundTrackId: sound };
  });
  const talkTrackId = talk ?? defaultAudio ?? FALLBACK_TRACKS.talkTrackId;
  return { views, sounds: [...left], talkTrackId, codecs };
}

function nameIn(trackId: string): string {
  return trackId.replace(MEDIUM, '').toLowerCase();
}

async function read(session: Pick<Session, 'request'>, path: string, signal: AbortSignal): Promise<unknown> {
  const answer = await session.request('GET', path, { signal });
  if (answer.statusCode !== CONTENT || (answer.payload?.length ?? 0) > MAX_ANSWER_BYTES) return undefined;
  try {
    return answer.json();
  } catch (error) {
    if (error instanceof EdgeError && error.code === 'ERR_PAYLOAD_FORMAT') return undefined;
    throw error;
  }
}

interface Listed {
  readonly trackId: string;
  readonly kind: string | undefined;
  readonly direction: string | undefined;
  readonly codecs: readonly string[];
}

function readList(value: unknown): readonly Listed[] | undefined {
  const tracks = fieldOf(value, 'tracks');
  if (!Array.isArray(tracks)) return undefined;
  return tracks.slice(0, MAX_TRACKS).flatMap((each: unknown) => {
    const trackId = text(each, 'trackId');
    if (trackId === undefined) return [];
    return [
      { trackId, kind: text(each, 'kind'), direction: text(each, 'direction'), codecs: codecsOf(each) },
    ];
  });
}

function codecsOf(track: unknown): readonly string[] {
  const codecs = fieldOf(track, 'codecs');
  return Array.isArray(codecs)
    ? codecs.slice(0, MAX_CODECS).filter((each) => isName(each) && CODEC_NAME.test(each))
    : [];
}

function text(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name);
  return isName(found) ? found : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH;
}

function given(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

/** The values with `first` moved to the front. */
function firstOf(values: readonly string[], first: string | undefined): readonly string[] {
  if (first === undefined || !values.includes(first)) return values;
  return [first, ...values.filter((value) => value !== first)];
}
