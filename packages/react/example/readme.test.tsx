/// <reference types="node" />
// @vitest-environment happy-dom
/** @module Runs the examples of README.md and compares its table of states with the types. */
import { parsePairingLink, type SessionOptions } from '@longwire/client';
import {
  DeviceProvider,
  DeviceVideo,
  useObserve,
  useSessionState,
  type Reading,
  type RequestState,
  type StreamState,
  type TrackState,
} from '@longwire/react';
import { createFakeWorld } from '@longwire/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { readFile } from 'node:fs/promises';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { deviceOfLink } from './device-of-link.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function FrontDoor() {
  const { productId, deviceId, sct, fingerprint } = parsePairingLink(location.href);
  const signalingServerUrl = location.origin.replace(/^http/u, 'ws');
  return (
    <DeviceProvider options={{ signalingServerUrl, productId, deviceId, sct, fingerprint }}>
      <DeviceVideo trackId="frontdoor-video" label="The front door" />
    </DeviceProvider>
  );
}

function Shed({ options }: { options: SessionOptions }) {
  return (
    <DeviceProvider options={options}>
      <Status />
      <Temperature />
    </DeviceProvider>
  );
}

function Status() {
  const { kind, reason } = useSessionState();
  return <p>{reason === undefined ? kind : `${kind}: ${reason.code}`}</p>;
}

function Temperature() {
  const { state, refresh } = useObserve('/temperature');
  if (state.kind === 'waiting') return <p>reading …</p>;
  if (state.kind === 'value') return <p>{state.value.text()}</p>;
  return <button onClick={refresh}>{state.error.code}: try again</button>;
}

function LogIn({ device }: { device: SessionOptions }) {
  const [tried, setTried] = useState<{ attempt: number; options: SessionOptions }>();
  const logIn = (form: FormData) => {
    const username = form.get('username');
    const password = form.get('password');
    if (typeof username !== 'string' || typeof password !== 'string') return;
    const login: SessionOptions['login'] = (connection) => connection.authenticate({ username, password });
    setTried({ attempt: (tried?.attempt ?? 0) + 1, options: { ...device, login } });
  };
  return (
    <form action={logIn}>
      <input name="username" aria-label="User" required />
      <input name="password" aria-label="Password" type="password" required />
      <button>Log in</button>
      {tried && (
        <DeviceProvider key={tried.attempt} options={tried.options}>
          <Status />
        </DeviceProvider>
      )}
    </form>
  );
}

/** Every field of every kind, and whether it is optional: a missing or extra one is a compile error. */
type FieldsOf<State extends { readonly kind: string }> = {
  [Kind in State['kind']]: FieldsBeside<Extract<State, { readonly kind: Kind }>>;
};
type FieldsBeside<One> = {
  [Name in Exclude<keyof One, 'kind'>]-?: undefined extends One[Name] ? '?' : '';
};

const REQUEST: FieldsOf<RequestState> = {
  idle: {},
  pending: {},
  answered: { answer: '', elapsedMs: '' },
  failed: { error: '', elapsedMs: '' },
};
const READING: FieldsOf<Reading<string>> = {
  waiting: {},
  value: { value: '' },
  failed: { error: '', value: '?' },
};
const TRACK: FieldsOf<TrackState> = {
  waiting: { stream: '?', isAuthenticated: '' },
  live: { stream: '', track: '', isAuthenticated: '' },
  failed: { error: '', stream: '?', isAuthenticated: '' },
};
const STREAM: FieldsOf<StreamState> = { opening: {}, open: { stream: '' }, ended: { error: '?' } };

const STATES: readonly (readonly [string, Readonly<Record<string, Readonly<Record<string, string>>>>])[] = [
  ['`useRequest`', REQUEST],
  ['`useObserve`, `useMe`, `useUsers`, `useTracks`', READING],
  ['`useTrack`', TRACK],
  ['`useStream`', STREAM],
];

/** The rows of the table of states in README.md. */
const rows = STATES.map(([hooks, kinds]) => {
  const cells = Object.entries(kinds).map(([kind, fields]) => {
    const names = Object.entries(fields).map(([name, mark]) => `\`${name}${mark}\``);
    return names.length === 0 ? `\`${kind}\`` : `\`${kind}\`: ${names.join(', ')}`;
  });
  return `| ${hooks} | ${cells.join(' · ')} |\n`;
});

const textOf = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

test('README.md shows the examples of this test and the states of the types', async () => {
  const readme = await textOf('../README.md');
  const sources = `${await textOf('readme.test.tsx')}${await textOf('device-of-link.ts')}`;
  const blocks = [...readme.matchAll(/```tsx?\n(.*?)```/gsu)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(4);
  const parts = blocks.flatMap((block) => block.trim().split('\n\n'));
  // The imports of the examples are merged with those of the test above.
  for (const part of parts.filter((lines) => !lines.startsWith('import ')))
    expect(sources).toContain(part.replace(/^export function (?!deviceOfLink)/u, 'function '));
  expect(readme).toContain(rows.join(''));
});

test('the README’s first example shows the front door of the linked device', async () => {
  const world = await createFakeWorld();
  const { WebSocket, RTCPeerConnection, productId, deviceId } = world.options;
  const origin = world.options.signalingServerUrl.replace(/^ws/u, 'http');
  const link = `p=${productId}&d=${deviceId}&sct=t&fp=${world.identity.fingerprint}`;
  vi.stubGlobal('location', { origin, href: `${origin}/#${link}` });
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('RTCPeerConnection', RTCPeerConnection);
  world.prepare = (device) =>
    device.resources.on('POST /webrtc/tracks', () => {
      device.addTrack('video', 'frontdoor-video');
      void device.offer();
      return { statusCode: 201 };
    });
  render(<FrontDoor />);
  const video = screen.getByLabelText('The front door');
  await vi.waitFor(() => expect(Reflect.get(video, 'srcObject')).toBeInstanceOf(MediaStream), {
    timeout: 10_000,
  });
});

test('the README’s shed shows its temperature, or the error', async () => {
  const world = await createFakeWorld();
  world.prepare = ({ resources }) => resources.on('GET /temperature', { statusCode: 404 });
  render(<Shed options={world.options} />);
  await screen.findByText('ready');
  const again = await screen.findByText(/ERR_\w+: try again/u);
  world.device.resources.on('GET /temperature', {
    statusCode: 205,
    contentFormat: 0,
    payload: new TextEncoder().encode('21.5 °C'),
  });
  fireEvent.click(again);
  expect(await screen.findByText('21.5 °C')).toBeDefined();
});

function logInAsAnn(password: string): void {
  fireEvent.change(screen.getByLabelText('User'), { target: { value: 'ann' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByText('Log in'));
}

test('in the README’s login form a wrong password ends the session and the next one starts another', async () => {
  const world = await createFakeWorld();
  world.prepare = ({ passwords }) => passwords.set('ann', 'right');
  render(<LogIn device={world.options} />);
  logInAsAnn('wrong');
  await screen.findByText('ended: ERR_INVALID_CREDENTIALS');
  logInAsAnn('right');
  await screen.findByText('ready');
  expect(world.device.username).toBe('ann');
});

test('deviceOfLink logs in with a user’s password but not with an invite or the open password', () => {
  const fingerprint = 'ab'.repeat(32);
  const link = (rest: string): string =>
    `https://camera.example:8443/#p=pr-a&d=de-b&sct=t&fp=${fingerprint}${rest}`;
  const device = {
    signalingServerUrl: 'wss://camera.example:8443',
    productId: 'pr-a',
    deviceId: 'de-b',
    sct: 't',
    fingerprint,
  };
  for (const rest of ['', '&u=ann', '&u=&pwd=open', '&u=ann&pwd=once&i=1'])
    expect(deviceOfLink(link(rest))).toEqual(device);
  expect(deviceOfLink(link('&u=ann&pwd=long'))).toEqual({ ...device, login: expect.any(Function) });
});
