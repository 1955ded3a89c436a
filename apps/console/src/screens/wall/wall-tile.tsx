/** @module One device on the wall: its picture and name, or why there is no picture. */

import { DeviceProvider } from '@longwire/react';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { assertNever } from '@longwire/protocol/base';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useServices, useSessionState } from '../../services.tsx';
import type { DeviceSession } from '../../session/device-session.ts';
import type { SessionState, Setback } from '../../session/session-state.ts';
import { useHeldSession } from '../session-rotation-context.ts';
import { useOnScreen } from '../use-on-screen.ts';
import { useLastPicture } from '../use-picture.ts';
import { WallVideo } from './wall-video.tsx';

const words = messages.wall;

/** A device on the wall. */
export interface WallTileProps {
  readonly device: RememberedDevice;
}

/** Connected while it is on screen; a click opens the device. */
export function WallTile({ device }: WallTileProps) {
  const { sessions } = useServices();
  const tile = useRef<HTMLElement>(null);
  useHeldSession({ key: device.key, isWanted: useOnScreen(tile, true) });
  const session = sessions.of(device.key);
  const state = useSessionState(session);
  const name = nameOf(device);
  const { productId, deviceId } = device;
  const isReady = state.kind === 'live' && state.link.kind === 'ready';
  return (
    <article className="lw-wall-tile" ref={tile} data-testid={`tile-${deviceId}`} data-state={stateOf(state)}>
      {state.kind === 'live' ? (
        <DeviceProvider session={state.session}>
          <WallVideo device={device} />
        </DeviceProvider>
      ) : (
        <LastPicture device={device} />
      )}
      <Link
        className="lw-wall-link"
        to="/device/$productId/$deviceId/live"
        params={{ productId, deviceId }}
        aria-label={messages.devices.open(name)}
      />
      {!isReady && <Matter session={session} state={state} device={device} />}
      <p className="lw-wall-name">{name}</p>
    </article>
  );
}

/** The state in one word, for CSS. */
function stateOf(state: SessionState): SessionState['kind'] | 'recovering' {
  return state.kind === 'live' && state.link.kind === 'recovering' ? 'recovering' : state.kind;
}

function LastPicture({ device }: WallTileProps) {
  const url = useLastPicture(device.key);
  if (url === undefined) return null;
  return <img className="lw-wall-picture lw-wall-last" src={url} alt="" />;
}

interface MatterProps extends WallTileProps {
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
