/** @module One device: name and badge at the top, its tabs, and the current state of its session. */

import { DeviceProvider } from '@longwire/react';
import { Button } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { getRouteApi, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { assertNever } from '@longwire/protocol/base';
import type { DeviceResources } from '../../controls/load-resources.ts';
import { followGivenName } from '../../devices/given-name.ts';
import { deviceKey } from '../../devices/device-key.ts';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useDevices, useServices, useSessionState } from '../../services.tsx';
import type { DeviceSession } from '../../session/device-session.ts';
import { placesOf, type Place } from '../../session/places.ts';
import { draftIn, EMPTY_DRAFT, type LoginDraft } from '../../session/login-draft.ts';
import type { SessionState } from '../../session/session-state.ts';
import { useResources } from './use-resources.ts';
import { followStreamList } from '../../streams/follow-stream-list.ts';
import { BackButton } from '../../ui/back-button.tsx';
import { StatePanel } from '../state-panel.tsx';
import { useTitle } from '../use-title.ts';
import { hasAccessEnded } from '../../people/access-end.ts';
import { ConnectingView } from './connecting-view.tsx';
import { LiveDeviceProvider } from './device-context.tsx';
import { DeviceTabs } from './device-tabs.tsx';
import { FailureView } from './failure-view.tsx';
import { IdentityLine } from './identity-line.tsx';
import { LoginView } from './login-view.tsx';
import { NameView } from './name-view.tsx';
import { OtherUserQuestion } from './other-user-question.tsx';
import { RecoveringBanner } from './recovering-banner.tsx';
import { Stage } from './stage.tsx';
import { StopView } from './stop-view.tsx';
import { useAccessEnd } from './use-access-end.ts';
import { LOGIN_WAIT_MS } from '../../session/login-problem.ts';
import { loginProblemText } from './login-problem-text.ts';
import './device-screen.css';

const route = getRouteApi('/device/$productId/$deviceId');

/** A remembered device; an unknown one redirects to "Add a device". */
export function DeviceScreen() {
  const { productId, deviceId } = route.useParams();
  const key = deviceKey(productId, deviceId);
  const device = useDevices().find((known) => known.key === key);
  const { sessions } = useServices();
  if (device === undefined) return <Navigate to="/add" search={{ forgotten: true }} replace />;
  return <DeviceFrame key={key} device={device} session={sessions.of(key)} />;
}

interface DeviceFrameProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
}

function DeviceFrame({ device, session }: DeviceFrameProps) {
  const { library, sessions } = useServices();
  const state = useSessionState(session);
  const [typed, setTyped] = useState(EMPTY_DRAFT);
  const draft = draftIn(state, typed);
  // Cleared during render, so that a password does not outlive a successful login.
  if (draft !== typed) setTyped(draft);
  useTitle(nameOf(device));
  useEffect(() => sessions.hold(device.key), [sessions, device.key]);
  useEffect(() => {
    library.noteOpened(device.key).catch(reportError);
  }, [library, device.key]);
  const client = state.kind === 'live' ? state.session : undefined;
  const [hasStreams, setHasStreams] = useState(true);
  const me = state.kind === 'live' ? state.me : undefined;
  useAccessEnd(session, me);
  const resources = useResources(device.key, client);
  useEffect(() => {
    if (client === undefined) return undefined;
    const stops = [
      followStreamList(client, (answer) => {
        setHasStreams(answer !== 'denied');
        library.noteStreamList(device.key, answer !== 'unlisted').catch(reportError);
      }),
      followGivenName(client, (name) => {
        library.noteGivenName(device.key, name).catch(reportError);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [library, client, device.key]);
  const places = placesOf({
    role: me?.role,
    hasStreams,
    isListingStreams: device.isListingStreams,
    hasControls: device.hasControls,
    hasEvents: device.hasEvents,
  });
  if (state.kind === 'stopped') return <StopView device={device} session={session} reason={state.reason} />;
  return (
    <div className="lw-device">
      <header className="lw-device-head">
        <BackButton label={messages.device.back} />
        <div className="lw-device-title">
          <h1>
            <span className="lw-device-name">{nameOf(device)}</span>
            <PlaceName places={places.more} />
          </h1>
          <IdentityLine device={device} session={session} state={state} />
        </div>
      </header>
      {/* Without a connection the places are empty; the failure view offers what to do. */}
      {state.kind !== 'failed' && !hasAccessEnded(me?.accessEnd) && <DeviceTabs {...places} />}
      <LoginProblemAnnouncement state={state} />
      <main className="lw-device-body">
        <OtherUserQuestion device={device} />
        <DeviceBody
          device={device}
          session={session}
          state={state}
          resources={resources}
          draft={draft}
          onDraft={setTyped}
        />
      </main>
    </div>
  );
}

/** The place on screen, if the bar says only "More". */
function PlaceName({ places }: { readonly places: readonly Place[] }) {
  const { pathname } = useLocation();
  const place = places.find((name) => pathname.endsWith(`/${name}`));
  return place === undefined ? null : <span className="lw-device-place"> › {messages.device[place]}</span>;
}

interface BodyProps extends DeviceFrameProps {
  readonly state: Exclude<SessionState, { readonly kind: 'stopped' }>;
  readonly resources: DeviceResources | undefined;
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
}

function DeviceBody({ device, session, state, resources, draft, onDraft }: BodyProps) {
  switch (state.kind) {
    case 'idle':
      return <Stage pictureKey={device.key} isDimmed />;
    case 'connecting':
      return (
        <Stage pictureKey={device.key} isDimmed={false} isStill>
          <ConnectingView device={device} session={session} state={state} />
        </Stage>
      );
    case 'login':
      return (
        <Stage pictureKey={device.key} isDimmed>
          {state.asks === 'name' ? (
            <NameView device={device} session={session} state={state} draft={draft} onDraft={onDraft} />
          ) : (
            <LoginView device={device} session={session} state={state} draft={draft} onDraft={onDraft} />
          )}
        </Stage>
      );
    case 'failed':
      return (
        <Stage pictureKey={device.key} isDimmed={false} isStill>
          <FailureView device={device} session={session} state={state} />
        </Stage>
      );
    case 'live':
      if (hasAccessEnded(state.me?.accessEnd)) {
        return (
          <Stage pictureKey={device.key} isDimmed={false} isStill>
            <StatePanel
              testId="access-ended"
              announced="alert"
              icon={<IconClockOff size={28} aria-hidden="true" />}
              title={messages.access.endedTitle}
              line={messages.access.endedHint(nameOf(device))}
              actions={
                <Button variant="default" className="lw-button-quiet" onClick={() => session.changeUser()}>
                  {messages.failure.action.otherUser}
                </Button>
              }
            />
          </Stage>
        );
      }
      return (
        <DeviceProvider session={state.session}>
          <LiveDeviceProvider value={{ device, session, state, resources }}>
            <RecoveringBanner session={session} link={state.link} />
            <Outlet />
          </LiveDeviceProvider>
        </DeviceProvider>
      );
    default:
      return assertNever(state);
  }
}

/** The wait is announced once; the visible text counts down. */
const WAIT_SECONDS = Math.ceil(LOGIN_WAIT_MS / 1000);

/** Rendered in every state of the screen: a live region announces only changes. */
function LoginProblemAnnouncement({ state }: { readonly state: SessionState }) {
  const problem = state.kind === 'login' ? state.problem : undefined;
  return <output className="lw-hidden">{loginProblemText(problem, WAIT_SECONDS)}</output>;
}
