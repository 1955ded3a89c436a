/** @module A tile of the wall: the picture and name of a camera, or why there is no picture. */

import { DeviceProvider } from '@longwire/react';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { lackedCodecs } from '../../live/lacked-codecs.ts';
import type { OfferedTracks } from '../../live/offered-tracks.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { SessionState, Setback } from '../../session/session-state.ts';
import { useHeldSession } from '../session-rotation-context.ts';
import { useOnScreen } from '../use-on-screen.ts';
import { useLastPicture } from '../use-picture.ts';
import { WallVideo } from './wall-video.tsx';

const words = messages.wall;

/** A camera on the wall. */
export interface WallTileProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: SessionState;
  /** The tracks of the device, once it has listed them. */
  readonly offered: OfferedTracks | undefined;
  /** Which of the device's cameras this is, counted from 0. */
  readonly index: number;
}

/** Connected while it is on screen; a click opens the device. What concerns the device is on the tile of its first camera. */
export function WallTile({ device, session, state, offered, index }: WallTileProps) {
  const tile = useRef<HTMLElement>(null);
  useHeldSession({ key: device.key, isWanted: useOnScreen(tile, true) });
  const view = offered?.views[index];
  const name = cameraName(nameOf(device), offered, index);
  const { productId, deviceId } = device;
  const isReady = state.kind === 'live' && state.link.kind === 'ready';
  const isFirst = index === 0;
  return (
    <article className="lw-wall-tile" ref={tile} data-testid={`tile-${deviceId}`} data-state={stateOf(state)}>
      {state.kind === 'live' && view !== undefined ? (
        <DeviceProvider session={state.session}>
          <WallVideo
            name={name}
            trackId={view.videoTrackId}
            lacked={lackedCodecs(offered?.codecs.get(view.videoTrackId) ?? [])}
            pictureKey={isFirst ? device.key : undefined}
          />
        </DeviceProvider>
      ) : (
        isFirst && <LastPicture device={device} />
      )}
      <Link
        className="lw-wall-link"
        to="/device/$productId/$deviceId/live"
        params={{ productId, deviceId }}
        aria-label={messages.devices.open(name)}
      />
      {isFirst && isReady && offered !== undefined && view === undefined && (
        <p className="lw-wall-matter">{messages.live.noFeed}</p>
      )}
      {isFirst && !isReady && <Matter session={session} state={state} device={device} />}
      <p className="lw-wall-name">{name}</p>
    </article>
  );
}

/** The device's name; with several cameras, also the one of the camera. */
function cameraName(deviceName: string, offered: OfferedTracks | undefined, index: number): string {
  const view = offered?.views[index];
  if (offered === undefined || view === undefined || offered.views.length === 1) return deviceName;
  return `${deviceName} · ${offered.titles.get(view.videoTrackId) ?? view.videoTrackId}`;
}

/** The state in one word, for CSS. */
function stateOf(state: SessionState): SessionState['kind'] | 'recovering' {
  return state.kind === 'live' && state.link.kind === 'recovering' ? 'recovering' : state.kind;
}

interface OfDeviceProps {
  readonly device: RememberedDevice;
}

function LastPicture({ device }: OfDeviceProps) {
  const url = useLastPicture(device.key);
  if (url === undefined) return null;
  return <img className="lw-wall-picture lw-wall-last" src={url} alt="" />;
}

interface MatterProps extends OfDeviceProps {
  readonly session: DeviceSession;
  readonly state: SessionState;
}

/** Why there is no picture, and what to do. */
function Matter({ session, state, device }: MatterProps) {
  const { productId, deviceId } = device;
  switch (state.kind) {
    case 'idle':
    case 'connecting':
      return <output className="lw-wall-matter">{words.connecting}</output>;
    case 'live':
      return state.link.kind === 'ready' ? null : <Trouble session={session} setback={state.link} isLost />;
    case 'failed':
      return <Trouble session={session} setback={state} isLost={false} />;
    case 'login':
    case 'stopped':
      return (
        <div className={state.kind === 'stopped' ? 'lw-wall-matter lw-wall-stop' : 'lw-wall-matter'}>
          <p>{state.kind === 'login' ? messages.presence.asksLogin : messages.presence.impostor}</p>
          <Link
            className="lw-wall-action"
            to="/device/$productId/$deviceId/live"
            params={{ productId, deviceId }}
          >
            {state.kind === 'login' ? words.logIn : words.look}
          </Link>
        </div>
      );
    default:
      return assertNever(state);
  }
}

interface TroubleProps {
  readonly session: DeviceSession;
  readonly setback: Setback;
  /** Whether the picture was there before. */
  readonly isLost: boolean;
}

function Trouble({ session, setback, isLost }: TroubleProps) {
  const { failure, attempt } = setback;
  return (
    <div className="lw-wall-matter" data-failure={failure.kind}>
      <output>
        {isLost && <strong>{messages.device.reconnecting(attempt)} </strong>}
        {messages.failure[failure.kind].title}
      </output>
      <Button size="compact-md" variant="default" onClick={() => session.tryNow()}>
        {words.tryNow}
      </Button>
    </div>
  );
}
