/** @module A video of the device, with its sound. */
import type { EdgeError } from '@longwire/client';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, HTMLAttributes, JSX, ReactNode } from 'react';
import { useSeat } from '../session/device-provider.tsx';
import { mediaOf } from '../session/track-desk.ts';
import { useTrack } from '../session/use-track.ts';
import { DeviceSound } from './device-sound.tsx';
import { keepPicture } from './last-picture.ts';
import { useOnScreen } from './use-on-screen.ts';
import { usePlayback } from './use-playback.ts';
import { useSmallWindow } from './use-small-window.ts';

/** What is shown now, for what an application puts over it. */
export interface VideoView {
  /** `waiting`: the last picture there was; `blocked`: nothing plays before `play` is called from a click, as the browser wants it, or as somebody paused it in a small window. */
  readonly phase: 'waiting' | 'playing' | 'paused' | 'blocked' | 'failed';
  /** Why it has failed. */
  readonly error?: EdgeError;
  readonly play: () => void;
}

/** The attributes of the box around the video, and what is in it. */
export interface DeviceVideoProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly trackId: string;
  /** The sound that goes with it. */
  readonly soundTrackId?: string;
  /** No sound unless it is false, and then only once the browser allows it. */
  readonly isMuted?: boolean;
  /** The picture stands still for as long as it is; the sound goes on. */
  readonly isPaused?: boolean;
  /** The browser allows no sound before a person touches the page: show it as muted. */
  readonly onMutedByBrowser?: () => void;
  /** Shown until there was a picture: the address of one that was kept. */
  readonly poster?: string;
  /** What the video is called by those who do not see it. */
  readonly label: string;
  /** What the button is called that begins a video which the browser blocked; of no use where `children` show the view. */
  readonly playLabel?: string;
  /** What is put over the picture. */
  readonly children?: ReactNode | ((view: VideoView) => ReactNode);
}

const BOX: CSSProperties = { position: 'relative' };
const PICTURE: CSSProperties = { display: 'block', width: '100%', height: '100%', objectFit: 'contain' };
const OVER: CSSProperties = { ...PICTURE, position: 'absolute', inset: 0 };
/** A `display` of its own would show what is `hidden`. */
const AWAY: CSSProperties = { ...OVER, display: 'none' };

/**
 * Shows a track. The picture is always muted, so that browsers let it begin; the sound is an element of its own. While there is no
 * picture the last one stays, and a picture that is out of view is paused, unless it is in a small window above others.
 */
export function DeviceVideo(props: DeviceVideoProps): JSX.Element {
  const { trackId } = props;
  const seat = useSeat();
  const [shown, setShown] = useState({ seat, trackId, turn: 0 });
  // Another track, or another device, begins with nothing of the one before.
  if (shown.seat !== seat || shown.trackId !== trackId) setShown({ seat, trackId, turn: shown.turn + 1 });
  return <TrackVideo key={shown.turn} {...props} />;
}

function TrackVideo(props: DeviceVideoProps): JSX.Element {
  const {
    trackId,
    soundTrackId,
    isMuted = true,
    isPaused = false,
    onMutedByBrowser,
    poster,
    ...others
  } = props;
  const { label, playLabel = 'Play', children, style, ...rest } = others;
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { state } = useTrack(trackId);
  const isOnScreen = useOnScreen(box);
  const isSmall = useSmallWindow(video);
  const isWanted = (isOnScreen || isSmall) && !isPaused;
  const {
    phase: playback,
    play,
    attach,
  } = usePlayback({ ...mediaOf(state), isWanted, isPaused, isMuted: true });
  const attachVideo = useCallback(
    (element: HTMLVideoElement) => {
      video.current = element;
      return attach(element);
    },
    [attach],
  );
  const isLive = state.kind === 'live';
  useLayoutEffect(() => {
    if (!isLive && video.current !== null && canvas.current !== null)
      keepPicture(video.current, canvas.current);
  }, [isLive]);
  const isCovered = !isLive || playback === 'waiting' || playback === 'held';
  const shown = playback === 'held' ? 'paused' : playback;
  const phase = state.kind === 'live' || playback === 'blocked' ? shown : state.kind;
  const view: VideoView = { phase, play, ...(state.kind === 'failed' && { error: state.error }) };
  return (
    <div {...rest} ref={box} style={{ ...BOX, ...style }} data-phase={phase}>
      <video ref={attachVideo} style={PICTURE} aria-label={label} poster={poster} muted playsInline />
      <canvas ref={canvas} style={isCovered ? OVER : AWAY} hidden={!isCovered} aria-hidden="true" />
      {soundTrackId !== undefined && (
        <DeviceSound trackId={soundTrackId} isMuted={isMuted} onMutedByBrowser={onMutedByBrowser} />
      )}
      {typeof children === 'function'
        ? children(view)
        : (children ?? <PlayButton view={view} label={playLabel} />)}
    </div>
  );
}

function PlayButton({ view, label }: { readonly view: VideoView; readonly label: string }): ReactNode {
  return (
    view.phase === 'blocked' && (
      <button type="button" style={OVER} onClick={view.play}>
        {label}
      </button>
    )
  );
}
