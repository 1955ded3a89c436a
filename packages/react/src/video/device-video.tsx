/** @module Component that shows a video track of the device, optionally with sound. */

import type { EdgeError, QualityChoice } from '@longwire/client';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useEffect,
  type CSSProperties,
  type HTMLAttributes,
  type JSX,
  type ReactNode,
  type RefObject,
} from 'react';
import { useSessionSlot } from '../session/device-provider.tsx';
import { mediaOf, useTrack } from '../session/use-track.ts';
import { DeviceSound } from './device-sound.tsx';
import { useDemand } from './use-demand.ts';
import { usePlayback } from './use-playback.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';

/** The state of the video, for overlays of the application. */
export interface VideoView {
  /** `waiting`: shows the last picture; `blocked`: the browser, or a pause in picture-in-picture, requires a call of `play` from a click. */
  readonly phase: 'waiting' | 'playing' | 'paused' | 'blocked' | 'failed';
  /** Why it has failed. */
  readonly error?: EdgeError;
  readonly play: () => void;
}

/** Props of {@link DeviceVideo}: attributes of the box around the video, and its content. */
export interface DeviceVideoProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly trackId: string;
  /** The audio track to play with it. */
  readonly soundTrackId?: string | undefined;
  /** True by default; false plays the sound once the browser allows it. */
  readonly isMuted?: boolean | undefined;
  /** What to ask for where the device has the picture in several sizes; by default as good as the shown size needs and the network allows. */
  readonly quality?: QualityChoice | undefined;
  /** Pauses the picture; the sound continues. */
  readonly isPaused?: boolean | undefined;
  /** Called when the browser blocks sound until the person interacts with the page: show it as muted. */
  readonly onMutedByBrowser?: (() => void) | undefined;
  /** URL of an image to show until the first picture arrives. */
  readonly poster?: string | undefined;
  /** Accessible name of the video. */
  readonly label: string;
  /** Label of the play button for a blocked video; not used with `children`. */
  readonly playLabel?: string | undefined;
  /** Overlay above the picture. */
  readonly children?: ReactNode | ((view: VideoView) => ReactNode);
}

const BOX: CSSProperties = { position: 'relative' };
const PICTURE: CSSProperties = { display: 'block', width: '100%', height: '100%', objectFit: 'contain' };
const OVER: CSSProperties = { ...PICTURE, position: 'absolute', inset: 0 };
/** `display: none`, because any other `display` would override `hidden`. */
const AWAY: CSSProperties = { ...OVER, display: 'none' };

/**
 * Shows a track. The video element is always muted, so that browsers allow autoplay; the sound has its own element. Without a new
 * picture the last one stays visible. A video outside the viewport is paused, unless it is in picture-in-picture.
 */
export function DeviceVideo(props: DeviceVideoProps): JSX.Element {
  const { trackId } = props;
  const slot = useSessionSlot();
  const [shown, setShown] = useState({ slot, trackId, turn: 0 });
  // Another track or device starts without the previous picture.
  if (shown.slot !== slot || shown.trackId !== trackId) setShown({ slot, trackId, turn: shown.turn + 1 });
  return <TrackVideo key={shown.turn} {...props} />;
}

function TrackVideo(props: DeviceVideoProps): JSX.Element {
  const {
    trackId,
    soundTrackId,
    isMuted = true,
    isPaused = false,
    quality,
    onMutedByBrowser,
    poster,
    ...others
  } = props;
  const { label, playLabel = 'Play', children, style, ...rest } = others;
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { state } = useTrack(trackId);
  useDemand(trackId, quality, box);
  const isOnScreen = useOnScreen(box);
  const isInPictureInPicture = usePictureInPicture(video);
  const isWanted = (isOnScreen || isInPictureInPicture) && !isPaused;
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
  const isCovered = !isLive || playback === 'waiting' || playback === 'unstarted';
  const shown = playback === 'unstarted' ? 'paused' : playback;
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

/** Copies the current picture; does nothing if there is none, so that the previous copy stays. */
function keepPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
}

/** True until the browser reports that the element is outside the viewport. */
function useOnScreen(element: RefObject<Element | null>): boolean {
  const [isOnScreen, setIsOnScreen] = useState(true);
  useEffect(() => {
    if (element.current === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      setIsOnScreen(entries.at(-1)?.isIntersecting ?? true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}
