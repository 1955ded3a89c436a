/** @module The video and audio tracks that a device offers, with audio assigned to its video. */

import type { ListedTrack, Session } from '@longwire/client';

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
  /** The device's words for its tracks, if it has any. */
  readonly titles: ReadonlyMap<string, string>;
  /** The encoding names of each track, such as `H265`, if the device lists them. */
  readonly codecs: ReadonlyMap<string, readonly string[]>;
}

/** The track names that deployed devices use. */
export const FALLBACK_TRACKS: OfferedTracks = {
  views: [{ videoTrackId: 'frontdoor-video', soundTrackId: 'frontdoor-audio' }],
  sounds: [],
  talkTrackId: 'frontdoor-audio',
  titles: new Map(),
  codecs: new Map(),
};

/** The part in which the names of a video and of its audio differ. */
const MEDIUM = /[-_. ]*(?:video|audio|sound)[-_. ]*/giu;

/** Asks the device for its tracks; one that lists none gets the names of deployed devices. Rejects if the request fails. */
export async function readOfferedTracks(
  tracks: Pick<Session['tracks'], 'list'>,
  signal: AbortSignal,
): Promise<OfferedTracks> {
  const listed = await tracks.list({ signal });
  return listed === undefined ? FALLBACK_TRACKS : arrangeTracks(listed);
}

/** Assigns audio to video, with the device's defaults first. */
export function arrangeTracks(listed: readonly ListedTrack[]): OfferedTracks {
  const tracks = listed.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
  const sent = tracks.filter(({ canWatch }) => canWatch);
  const idsOf = (kind: string): string[] =>
    sent.filter((each) => each.kind === kind).map(({ trackId }) => trackId);
  const defaultAudio = tracks.find(({ kind, isDefault }) => isDefault && kind === 'audio')?.trackId;
  const talk = tracks.find(({ canSend }) => canSend)?.trackId;
  return {
    ...arrange(idsOf('video'), idsOf('audio'), defaultAudio),
    talkTrackId: talk ?? defaultAudio ?? FALLBACK_TRACKS.talkTrackId,
    titles: new Map(sent.flatMap(({ trackId, title }) => (title === undefined ? [] : [[trackId, title]]))),
    codecs: new Map(sent.flatMap(({ trackId, codecs }) => (codecs.length === 0 ? [] : [[trackId, codecs]]))),
  };
}

/** Assigns audio to the video of the same name; the default audio, or the only one, to the first video. */
function arrange(
  videos: readonly string[],
  sounds: readonly string[],
  defaultAudio: string | undefined,
): Pick<OfferedTracks, 'views' | 'sounds'> {
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
  return { views, sounds: [...left] };
}

function nameIn(trackId: string): string {
  return trackId.replace(MEDIUM, '').toLowerCase();
}
