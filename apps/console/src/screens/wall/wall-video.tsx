/** @module The picture of a device on the wall: without sound, and the first one that it has. */

import { DeviceVideo, type VideoView } from '@longwire/react';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef } from 'react';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { mediaTrouble } from '../../live/media-trouble.ts';
import { messages } from '../../messages/messages.ts';
import { useKeptPicture } from '../use-kept-picture.ts';
import { useOfferedTracks } from '../use-offered-tracks.ts';
import { useLastPicture } from '../use-picture.ts';

/** The picture, once the device has said which. */
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
      label={messages.live.video(nameOf(device))}
      {...(poster === undefined ? {} : { poster })}
    >
      {(shown) => <Over view={shown} device={device} />}
    </DeviceVideo>
  );
}

function Over({ view, device }: { readonly view: VideoView; readonly device: RememberedDevice }) {
  const place = useRef<HTMLSpanElement>(null);
  useKeptPicture(place, device.key, view.phase === 'playing');
  return (
    <>
      <span ref={place} hidden />
      {view.error !== undefined && (
        <output className="lw-wall-matter">
          {mediaTrouble(view.error, messages, navigator.onLine).title}
        </output>
      )}
      {view.phase === 'blocked' && (
        <button type="button" className="lw-play lw-wall-play" onClick={view.play}>
          <IconPlayerPlayFilled size={24} aria-hidden="true" />
          {messages.live.play}
        </button>
      )}
    </>
  );
}
