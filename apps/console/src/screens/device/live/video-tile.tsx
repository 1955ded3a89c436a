/** @module One video with its sound: playing, waiting, or why it cannot be shown. */

import { DeviceVideo, useTrack, useSession, type VideoView } from '@longwire/react';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { QualityChoice, TrackQualityReport } from '@longwire/client';
import { nameOf } from '../../../devices/remembered-device.ts';
import type { View } from '../../../live/offered-tracks.ts';
import type { TileNote } from '../../../live/tile-note.ts';
import { levelNote, followLevels } from '../../../live/track-levels.ts';
import { tileName } from '../../../live/tile-name.ts';
import { messages } from '../../../messages/messages.ts';
import { usePictureCapture } from '../../use-picture-capture.ts';
import { useLastPicture } from '../../use-picture.ts';
import { useQuality } from '../../use-quality.ts';
import { useLiveDevice } from '../device-context.tsx';
import { MediaNote, SoundNote } from './media-note.tsx';
import { TileControls } from './tile-controls.tsx';
import type { TilePlace } from './tile-grid.tsx';
import { TileStats } from './tile-stats.tsx';
import { useTileNote } from './tile-note-line.tsx';
import { usePageVisible } from '../../use-on-screen.ts';

const words = messages.live;

/** A video of the device. */
export interface VideoTileProps {
  readonly view: View;
  /** Its number among the tiles, from 1. */
  readonly number: number;
  /** The device's words for it, if it has any. */
  readonly title: string | undefined;
  readonly isOnly: boolean;
  /** Push-to-talk, on the first tile only; this tile also provides the device's last picture. */
  readonly talkTrackId: string | undefined;
  /** The codecs the video is sent in, if this browser supports none of them. */
  readonly lacked: readonly string[];
  readonly place: TilePlace;
  /** Hides the tile, which has this name; undefined for the only one. */
  readonly onHide: ((name: string) => void) | undefined;
}

/** A tile with its own controls. */
export function VideoTile(props: VideoTileProps) {
  const { view, number, title, isOnly, talkTrackId, lacked, place, onHide } = props;
  const { device, state: connection } = useLiveDevice();
  const isLost = connection.link.kind === 'recovering';
  const { videoTrackId, soundTrackId } = view;
  const isMain = talkTrackId !== undefined;
  const [figure, setFigure] = useState<HTMLElement | null>(null);
  const [isMuted, setIsMuted] = useState(true);
  const [isPaused, setIsPaused] = useState(false);
  const [blocked, setBlocked] = useState<Blocked>();
  const [hasStats, setHasStats] = useState(false);
  const { state, refresh } = useTrack(videoTrackId);
  const sound = useTrack(soundTrackId).state;
  const note = useTileNote();
  const [quality, setQuality] = useState<QualityChoice>('auto');
  const levels = useTrackLevels(videoTrackId, state.kind === 'live');
  const text = levelNote(levels, words.levels);
  useEffect(() => note.stand('levels', text), [note, text]);
  const poster = useLastPicture(device.key);
  const { isAuthenticated } = state;
  const name = tileName({ kind: 'video', trackId: videoTrackId, title, isAuthenticated }, number, words);
  return (
    <figure className={isLost ? 'lw-tile lw-tile-lost' : 'lw-tile'} ref={setFigure}>
      <DeviceVideo
        className="lw-video"
        data-testid={`video-${videoTrackId}`}
        trackId={videoTrackId}
        {...(soundTrackId === undefined ? {} : { soundTrackId })}
        {...(poster === undefined || !isMain ? {} : { poster })}
        quality={quality}
        label={isOnly ? words.video(nameOf(device)) : words.tile(nameOf(device), name)}
        isMuted={isMuted}
        isPaused={isPaused}
        onMutedByBrowser={() => setIsMuted(true)}
      >
        {(shown) => (
          <Over
            view={shown}
            pictureKey={isMain ? device.key : undefined}
            isLost={isLost}
            name={name}
            track={state.kind === 'live' ? state.track : undefined}
            note={note}
            lacked={lacked}
            isPaused={isPaused}
            hasLevels={levels !== undefined}
            onAskAgain={refresh}
            onBlocked={setBlocked}
          />
        )}
      </DeviceVideo>
      {!isOnly && <TileCaption name={name} onEnlarge={place.onEnlarge} />}
      {soundTrackId !== undefined && <SoundNote trackId={soundTrackId} />}
      {hasStats && state.kind === 'live' && <TileStats track={state.track} />}
      <TileControls
        view={view}
        name={name}
        note={note}
        figure={figure}
        isAlone={place.isAlone}
        isLive={state.kind === 'live'}
        hasFailed={state.kind === 'failed'}
        hasSound={soundTrackId !== undefined && sound.kind !== 'failed'}
        talkTrackId={talkTrackId}
        isMuted={isMuted}
        onMuted={setIsMuted}
        isPaused={isPaused || blocked !== undefined}
        onPaused={blocked?.play ?? setIsPaused}
        quality={levels !== undefined && levels.levels.length > 1 ? quality : undefined}
        onQuality={setQuality}
        hasStats={hasStats}
        onStats={setHasStats}
        onHide={onHide === undefined ? undefined : () => onHide(name)}
      />
    </figure>
  );
}

/** The tile's name; where there are other tiles, the button that shows this one alone. */
function TileCaption({ name, onEnlarge }: { readonly name: string } & Pick<TilePlace, 'onEnlarge'>) {
  if (onEnlarge === undefined) return <figcaption className="lw-tile-name">{name}</figcaption>;
  return (
    <figcaption>
      <button type="button" className="lw-tile-open" aria-label={words.enlarge(name)} onClick={onEnlarge}>
        <span className="lw-tile-name">{name}</span>
      </button>
    </figcaption>
  );
}

/** A video that waits for a click, because the browser blocked autoplay. */
interface Blocked {
  readonly play: () => void;
}

interface OverProps {
  readonly view: VideoView;
  /** The device of the last picture. */
  readonly pictureKey: string | undefined;
  /** The connection is lost: the last picture is shown. */
  readonly isLost: boolean;
  /** The tile's name. */
  readonly name: string;
  readonly track: MediaStreamTrack | undefined;
  readonly note: TileNote;
  readonly lacked: readonly string[];
  readonly isPaused: boolean;
  /** The device has the picture in several sizes, and says why it is small. */
  readonly hasLevels: boolean;
  readonly onAskAgain: () => void;
  readonly onBlocked: (blocked: Blocked | undefined) => void;
}

/** The overlay of the video. */
function Over(props: OverProps) {
  const { view, pictureKey, isLost, name, track, note, lacked, isPaused } = props;
  const { hasLevels, onAskAgain, onBlocked } = props;
  const place = useRef<HTMLSpanElement>(null);
  const isWaiting = view.phase === 'waiting';
  usePictureCapture(place, pictureKey, view.phase === 'playing');
  const quality = useQuality(track, view.phase === 'playing');
  const isGood = quality === 'good' || (quality === 'coarse' && hasLevels);
  const text = isGood ? '' : words.quality[quality];
  useEffect(() => note.stand('quality', text), [note, text]);
  const { phase, play } = view;
  useEffect(() => onBlocked(phase === 'blocked' ? { play } : undefined), [phase, play, onBlocked]);
  return (
    <>
      <span ref={place} hidden />
      {/* A lost connection is reported once, above the tiles. */}
      {isWaiting && !isLost && lacked.length === 0 && (
        <output className="lw-tile-wait">{words.waiting}</output>
      )}
      {view.phase === 'paused' && isPaused && <output className="lw-tile-wait">{words.paused}</output>}
      {(isWaiting || view.error !== undefined) && (
        <MediaNote error={view.error} lacked={lacked} kind="video" name={name} onAskAgain={onAskAgain} />
      )}
      {view.phase === 'blocked' && (
        <button type="button" className="lw-play" onClick={view.play}>
          <IconPlayerPlayFilled size={34} aria-hidden="true" />
          {words.play}
        </button>
      )}
    </>
  );
}

/** What the device reports; undefined for a track of one size. Nothing is asked while the page is hidden. */
function useTrackLevels(trackId: string, isLive: boolean): TrackQualityReport | undefined {
  const session = useSession();
  const isSeen = usePageVisible() && isLive;
  const [levels, setLevels] = useState<TrackQualityReport>();
  useEffect(() => {
    if (session === undefined || !isSeen) return undefined;
    const stop = followLevels(session, trackId, setLevels);
    return () => {
      stop();
      setLevels(undefined);
    };
  }, [session, trackId, isSeen]);
  return levels;
}
