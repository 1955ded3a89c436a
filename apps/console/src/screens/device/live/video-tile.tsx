/** @module One video track: playing, waiting, or why it cannot be shown. */

import type { DeviceTrack } from '@longwire/react';
import { IconPlayerPlayFilled, IconVideoOff } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nameOf } from '../../../devices/remembered-device.ts';
import { CARD_PICTURE_WIDTH, takePicture } from '../../../live/picture.ts';
import { trackTrouble } from '../../../live/track-trouble.ts';
import { messages } from '../../../messages/messages.ts';
import { useServices } from '../../../services.tsx';
import { useLiveDevice } from '../device-context.tsx';

const words = messages.live;

/** How often the last picture is renewed, in milliseconds. */
const PICTURE_EVERY_MS = 5_000;

/** A video, and the sound that goes with it. */
export interface VideoTileProps {
  readonly video: DeviceTrack;
  readonly audio: readonly DeviceTrack[];
  readonly isMuted: boolean;
  /** Whether the device's last picture is taken from this one. */
  readonly isMain: boolean;
  /** The browser did not allow sound before a person touched the page. */
  readonly onMutedByBrowser: () => void;
}

/** A tile. */
export function VideoTile({ video, audio, isMuted, isMain, onMutedByBrowser }: VideoTileProps) {
  const { device } = useLiveDevice();
  const trouble = trackTrouble(video, messages.track) ?? (video.isEnded ? words.ended : undefined);
  if (trouble !== undefined || video.track === undefined) {
    return (
      <figure className="lw-tile lw-tile-trouble" aria-live="polite" data-testid={`trouble-${video.id}`}>
        <IconVideoOff size={40} stroke={1.3} aria-hidden="true" />
        <figcaption>{trouble ?? messages.track.failed}</figcaption>
        <span className="lw-mono">{video.id}</span>
        <Sound tracks={tracksOf(audio)} isMuted={isMuted} />
      </figure>
    );
  }
  return (
    <Player
      id={video.id}
      label={words.video(nameOf(device))}
      tracks={tracksOf([video, ...audio])}
      isMuted={isMuted}
      pictureKey={isMain ? device.key : undefined}
      onMutedByBrowser={onMutedByBrowser}
    />
  );
}

function tracksOf(tracks: readonly DeviceTrack[]): MediaStreamTrack[] {
  return tracks.flatMap(({ track }) => (track === undefined ? [] : [track]));
}

interface SoundProps {
  readonly tracks: readonly MediaStreamTrack[];
  readonly isMuted: boolean;
}

/** The sound alone, while its picture fails. */
function Sound({ tracks, isMuted }: SoundProps) {
  const ref = useRef<HTMLAudioElement>(null);
  const trackIds = tracks.map((track) => track.id).join(' ');
  useEffect(() => {
    const audio = ref.current;
    if (audio !== null) audio.srcObject = new MediaStream([...tracks]);
    // The ids stand for the tracks, as in the player.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [trackIds]);
  useEffect(() => {
    if (ref.current !== null) ref.current.muted = isMuted;
  }, [isMuted]);
  return <audio ref={ref} data-testid="sound" autoPlay muted />;
}

interface PlayerProps {
  readonly id: string;
  readonly label: string;
  readonly tracks: readonly MediaStreamTrack[];
  readonly isMuted: boolean;
  readonly pictureKey: string | undefined;
  readonly onMutedByBrowser: () => void;
}

function Player({ id, label, tracks, isMuted, pictureKey, onMutedByBrowser }: PlayerProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [phase, setPhase] = useState<'waiting' | 'playing' | 'blocked'>('waiting');
  const trackIds = tracks.map((track) => track.id).join(' ');
  useEffect(() => {
    const video = ref.current;
    if (video !== null) video.srcObject = new MediaStream([...tracks]);
    // The ids stand for the tracks: a new list of the same ones must not restart the video.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [trackIds]);
  useEffect(() => {
    const video = ref.current;
    if (video === null) return;
    video.muted = isMuted;
    video.play().catch((error: unknown) => {
      const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
      if (isBlocked && isMuted) setPhase('blocked');
      if (isBlocked && !isMuted) onMutedByBrowser();
    });
  }, [isMuted, trackIds, onMutedByBrowser]);
  useLastPictureOf(ref, phase === 'playing' ? pictureKey : undefined);
  return (
    <figure className="lw-tile">
      <video
        ref={ref}
        className="lw-video"
        data-testid={`video-${id}`}
        data-phase={phase}
        aria-label={label}
        muted
        autoPlay
        playsInline
        onPlaying={() => setPhase('playing')}
        onWaiting={() => setPhase('waiting')}
      />
      {phase === 'waiting' && <output className="lw-tile-wait">{words.waiting}</output>}
      {phase === 'blocked' && (
        <button type="button" className="lw-play" onClick={() => void ref.current?.play()}>
          <IconPlayerPlayFilled size={34} aria-hidden="true" />
          {words.play}
        </button>
      )}
    </figure>
  );
}

/** Renews the device's last picture while it plays, and once more when the video goes away. */
function useLastPictureOf(ref: { readonly current: HTMLVideoElement | null }, key: string | undefined): void {
  const { pictures } = useServices();
  useLayoutEffect(() => {
    const video = ref.current;
    if (video === null || key === undefined) return undefined;
    const keep = () => {
      takePicture(video, CARD_PICTURE_WIDTH)
        .then((picture) => (picture === undefined ? undefined : pictures.put(key, picture)))
        .catch(reportError);
    };
    keep();
    const timer = setInterval(keep, PICTURE_EVERY_MS);
    return () => {
      clearInterval(timer);
      keep();
    };
  }, [ref, key, pictures]);
}
