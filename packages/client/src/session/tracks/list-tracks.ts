/** @module The tracks that a device lists. */
import { fieldOf, listOf, readResource, textOf, type ReadResource } from '../../request/read-resource.ts';

/** A track that a device lists. */
export interface ListedTrack {
  readonly trackId: string;
  /** The device's words for people, if it has any. */
  readonly title?: string;
  readonly kind?: 'audio' | 'video';
  /** SDP encoding names such as `H265`, preferred first; empty if the device names none. */
  readonly codecs: readonly string[];
  /** Whether the device sends media on this track. */
  readonly canWatch: boolean;
  /** Whether the device receives media on this track. */
  readonly canSend: boolean;
  /** Whether it is the device's default of its kind. */
  readonly isDefault: boolean;
}

/** Limits of a list. Reason: the device chooses it, and its words are shown to people. */
const MAX_TRACKS = 32;
const MAX_CODECS = 8;
const CODEC_NAME = /^[\w.-]{1,32}$/u;

/** Asks for the list and the defaults; devices in the field have only defaults. */
export async function listTracks(request: ReadResource): Promise<readonly ListedTrack[] | undefined> {
  const [list, defaults] = await Promise.all(
    ['/webrtc/tracks', '/webrtc/tracks/default'].map((path) => readResource(request, path)),
  );
  const [video, audio] = [textOf(defaults, 'videoTrackId'), textOf(defaults, 'audioTrackId')];
  const tracks = fieldOf(list, 'tracks');
  if (tracks !== undefined)
    return listOf(tracks, MAX_TRACKS).flatMap((track) => readTrack(track, [video, audio]));
  if (video === undefined && audio === undefined) return undefined;
  return [...defaultTrack(video, 'video'), ...defaultTrack(audio, 'audio')];
}

function readTrack(track: unknown, defaults: readonly unknown[]): readonly ListedTrack[] {
  const trackId = textOf(track, 'trackId');
  if (trackId === undefined) return [];
  const [title, kind, direction] = [
    textOf(track, 'title'),
    textOf(track, 'kind'),
    textOf(track, 'direction'),
  ];
  return [
    {
      trackId,
      ...(title !== undefined && { title }),
      ...((kind === 'audio' || kind === 'video') && { kind }),
      codecs: listOf(fieldOf(track, 'codecs'), MAX_CODECS).filter(
        (name): name is string => typeof name === 'string' && CODEC_NAME.test(name),
      ),
      canWatch: direction !== 'recvonly',
      canSend: direction === 'recvonly' || direction === 'sendrecv',
      isDefault: defaults.includes(trackId),
    },
  ];
}

function defaultTrack(trackId: string | undefined, kind: 'audio' | 'video'): readonly ListedTrack[] {
  if (trackId === undefined) return [];
  return [{ trackId, kind, codecs: [], canWatch: true, canSend: kind === 'audio', isDefault: true }];
}
