/** @module A front door: video and sound, the temperature, and a light. */
import { ContentFormat, type DeviceResponse, type SessionOptions } from '@longwire/client';
import { DeviceProvider, DeviceVideo, useMe, useObserve, useRequest, useSessionState } from '@longwire/react';
import { useState, type JSX } from 'react';

/** Everything about one device. Changed options start over with another device. */
export function FrontDoor({ options }: { readonly options: SessionOptions }): JSX.Element {
  return (
    <DeviceProvider options={options}>
      <Status />
      <Picture />
      <Temperature />
      <Light />
    </DeviceProvider>
  );
}

function Status(): JSX.Element {
  const { kind, reason, attempt } = useSessionState();
  const { state: me } = useMe();
  const name = me.kind === 'value' ? (me.value?.Username ?? 'a guest') : '…';
  if (kind === 'ready') return <output>Connected as {name}</output>;
  if (kind === 'ended') return <output>Ended: {reason?.code}</output>;
  return (
    <output>
      Connecting, attempt {attempt ?? 1} {reason?.code}
    </output>
  );
}

function Picture(): JSX.Element {
  const [isMuted, setIsMuted] = useState(true);
  return (
    <>
      <DeviceVideo
        trackId="frontdoor-video"
        soundTrackId="frontdoor-audio"
        label="The front door"
        isMuted={isMuted}
        onMutedByBrowser={() => setIsMuted(true)}
      />
      <button type="button" onClick={() => setIsMuted(!isMuted)}>
        {isMuted ? 'Sound on' : 'Sound off'}
      </button>
    </>
  );
}

function Temperature(): JSX.Element {
  const { state, refresh } = useObserve('/temperature');
  if (state.kind === 'waiting') return <p>Reading the temperature …</p>;
  if (state.kind === 'value') return <p>{celsiusOf(state.value)} °C</p>;
  return (
    <p>
      No temperature: {state.error.code}{' '}
      <button type="button" onClick={refresh}>
        Try again
      </button>
    </p>
  );
}

function Light(): JSX.Element {
  const { state: light } = useObserve('/light');
  const { state: request, send } = useRequest();
  if (light.kind === 'waiting') return <p>Reading the light …</p>;
  if (light.kind === 'failed') return <p>No light: {light.error.code}</p>;
  const isOn = light.value.text() === 'true';
  const toggle = (): void =>
    void send({
      method: 'PUT',
      path: '/light',
      payload: JSON.stringify(!isOn),
      contentFormat: ContentFormat.json,
      isIdempotent: true,
    });
  return (
    <p>
      The light is {isOn ? 'on' : 'off'}{' '}
      <button type="button" onClick={toggle} disabled={request.kind === 'pending'}>
        Switch the light
      </button>
      {request.kind === 'failed' && ` Not switched: ${request.error.code}`}
      {request.kind === 'answered' &&
        request.answer.statusCode >= 400 &&
        ` Not switched: ${request.answer.statusCode}`}
    </p>
  );
}

function celsiusOf(response: DeviceResponse): string {
  const body: unknown = response.json();
  return String(Reflect.get(Object(body), 'celsius'));
}
