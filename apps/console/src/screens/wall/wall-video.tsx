/** @module A device's video on the wall: muted, and only its first video track. */

import { DeviceVideo, useTrack, type VideoView } from '@longwire/react';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef } from 'react';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { lackedCodecs } from '../../live/lacked-codecs.ts';
import { mediaTrouble } from '../../live/media-trouble.ts';
import { messages } from '../../messages/messages.ts';
import { usePictureCapture } from '../use-picture-capture.ts';
import { useOfferedTracks } from '../use-offered-tracks.ts';
import { useLastPicture } from '../use-picture.ts';
import { useQuality } from '../use-quality.ts';

/** The video, once the device has listed its tracks. */
export function WallVideo({ device }: { readonly device: RememberedDevice }) {
  const offered = useOfferedTracks();
  const poster = useLastPicture(device.key);
  const [view] = offered?.views ?? [];
  if (offered !== undefined && view === undefined)
    return <p className="lw-wall-matter">{messages.live.noFeed}</p>;
  if (view === undefined) {
    return poster === undefined ? null : <img className="lw-wall-picture" src={poster} alt="" />;
  }
  return (
    <DeviceVideo
      className="lw-wall-picture"
      trackId={view.videoTrackId}
      quality="low"
      label={messages.live.video(nameOf(device))}
      {...(poster === undefined ? {} : { poster })}
    >
      {(shown) => (
        <Over
          view={shown}
          device={device}
          trackId={view.videoTrackId}
          lacked={lackedCodecs(offered?.codecs.get(view.videoTrackId) ?? [])}
        />
      )}
    </DeviceVideo>
  );
}

interface OverProps {
  readonly view: VideoView;
  readonly device: RememberedDevice;
  readonly trackId: string;
  /** The codecs the video is sent in, if this browser supports none of them. */
  readonly lacked: readonly string[];
}

function Over({ view, device, trackId, lacked }: OverProps) {
  const place = useRef<HTMLSpanElement>(null);
  const isAsked = view.phase === 'waiting' || view.error !== undefined;
  const trouble = isAsked
    ? mediaTrouble({ error: view.error, kind: 'video', lacked, isOnline: navigator.onLine }, messages)
    : undefined;
  const { state } = useTrack(trackId);
  const quality = useQuality(state.kind === 'live' ? state.track : undefined, view.phase === 'playing');
  usePictureCapture(place, device.key, view.phase === 'playing');
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
