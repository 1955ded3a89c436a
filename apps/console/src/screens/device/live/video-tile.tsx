/** @module One video track: playing, waiting, or why it cannot be shown. */

import { DeviceVideo, useTrack, type VideoView } from '@longwire/react';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { nameOf } from '../../../devices/remembered-device.ts';
import type { DefaultTracks } from '../../../live/default-tracks.ts';
import { CARD_PICTURE_WIDTH, takePicture } from '../../../live/picture.ts';
import { messages } from '../../../messages/messages.ts';
import { useServices } from '../../../services.tsx';
import { useLastPicture } from '../../use-picture.ts';
import { useLiveDevice } from '../device-context.tsx';
import { MediaNote, SoundNote } from './media-note.tsx';

const words = messages.live;

/** How often the last picture is renewed, in milliseconds. */
const PICTURE_EVERY_MS = 5_000;

/** A video, and the sound that goes with it. */
export interface VideoTileProps {
  readonly tracks: DefaultTracks;
  readonly isMuted: boolean;
  /** The browser did not allow sound before a person touched the page. */
  readonly onMutedByBrowser: () => void;
}

/** A tile. */
export function VideoTile({ tracks, isMuted, onMutedByBrowser }: VideoTileProps) {
  const { device } = useLiveDevice();
  const { videoTrackId, audioTrackId, hasSound } = tracks;
  const figure = useRef<HTMLElement>(null);
  const { refresh } = useTrack(videoTrackId);
  const poster = useLastPicture(device.key);
  return (
    <figure className="lw-tile" ref={figure}>
      <DeviceVideo
        className="lw-video"
        data-testid={`video-${videoTrackId}`}
        trackId={videoTrackId}
        {...(hasSound ? { soundTrackId: audioTrackId } : {})}
        {...(poster === undefined ? {} : { poster })}
        label={words.video(nameOf(device))}
        isMuted={isMuted}
        onMutedByBrowser={onMutedByBrowser}
      >
        {(view) => (
          <>
            <KeptPicture figure={figure} pictureKey={device.key} isPlaying={view.phase === 'playing'} />
            <Over view={view} onAskAgain={refresh} />
          </>
        )}
      </DeviceVideo>
      {hasSound && <SoundNote trackId={audioTrackId} />}
    </figure>
  );
}

function Over({ view, onAskAgain }: { readonly view: VideoView; readonly onAskAgain: () => void }) {
  if (view.phase === 'waiting') return <output className="lw-tile-wait">{words.waiting}</output>;
  if (view.error !== undefined) return <MediaNote error={view.error} onAskAgain={onAskAgain} />;
  if (view.phase !== 'blocked') return null;
  return (
    <button type="button" className="lw-play" onClick={view.play}>
      <IconPlayerPlayFilled size={34} aria-hidden="true" />
      {words.play}
    </button>
  );
}

interface KeptPictureProps {
  readonly figure: RefObject<HTMLElement | null>;
  readonly pictureKey: string;
  readonly isPlaying: boolean;
}

/** Renews the device's last picture while it plays, and once more when the video goes away. */
function KeptPicture({ figure, pictureKey, isPlaying }: KeptPictureProps) {
  const { pictures } = useServices();
  useLayoutEffect(() => {
    const video = figure.current?.querySelector('video') ?? undefined;
    if (video === undefined || !isPlaying) return undefined;
    const keep = () => {
      takePicture(video, CARD_PICTURE_WIDTH)
        .then((picture) => (picture === undefined ? undefined : pictures.put(pictureKey, picture)))
        .catch(reportError);
    };
    keep();
    const timer = setInterval(keep, PICTURE_EVERY_MS);
    return () => {
      clearInterval(timer);
      keep();
    };
  }, [figure, pictureKey, isPlaying, pictures]);
  return null;
}
