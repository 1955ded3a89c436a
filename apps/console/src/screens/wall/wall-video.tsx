/** @module The video of a camera on the wall: muted, and in the smaller of its streams. */

import { DeviceVideo, useTrack, type VideoView } from '@longwire/react';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef } from 'react';
import { mediaTrouble } from '../../live/media-trouble.ts';
import { messages } from '../../messages/messages.ts';
import { usePictureCapture } from '../use-picture-capture.ts';
import { useLastPicture } from '../use-picture.ts';
import { useQuality } from '../use-quality.ts';

/** A camera. */
export interface WallVideoProps {
  readonly name: string;
  readonly trackId: string;
  /** The codecs the video is sent in, if this browser supports none of them. */
  readonly lacked: readonly string[];
  /** The device whose last picture it is shown as before it plays, and kept as; none if undefined. */
  readonly pictureKey: string | undefined;
}

/** The video, or why it does not play. */
export function WallVideo({ name, trackId, lacked, pictureKey }: WallVideoProps) {
  const poster = useLastPicture(pictureKey);
  return (
    <DeviceVideo
      className="lw-wall-picture"
      trackId={trackId}
      quality="low"
      label={messages.live.video(name)}
      {...(poster === undefined ? {} : { poster })}
    >
      {(view) => <Over view={view} trackId={trackId} lacked={lacked} pictureKey={pictureKey} />}
    </DeviceVideo>
  );
}

interface OverProps extends Omit<WallVideoProps, 'name'> {
  readonly view: VideoView;
}

function Over({ view, trackId, lacked, pictureKey }: OverProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isAsked = view.phase === 'waiting' || view.error !== undefined;
  const trouble = isAsked
    ? mediaTrouble({ error: view.error, kind: 'video', lacked, isOnline: navigator.onLine }, messages)
    : undefined;
  const { state } = useTrack(trackId);
  const quality = useQuality(state.kind === 'live' ? state.track : undefined, view.phase === 'playing');
  usePictureCapture(place, pictureKey, view.phase === 'playing');
  return (
    <>
      <span ref={place} hidden />
      <output className="lw-wall-quality" data-testid="wall-quality">
        {quality !== 'good' && <span>{messages.live.quality[quality]}</span>}
      </output>
      {trouble !== undefined && <output className="lw-wall-matter">{trouble.title}</output>}
      {view.phase === 'blocked' && (
        <button type="button" className="lw-play lw-wall-play" onClick={view.play}>
          <IconPlayerPlayFilled size={24} aria-hidden="true" />
          {messages.live.play}
        </button>
      )}
    </>
  );
}
