// @vitest-environment happy-dom
/// <reference types="node" />
/** @module The examples of README.md are real code, and they do what is said of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionOptions } from '@longwire/client';
import { encodeCbor } from '@longwire/client/cbor';
import { act, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import {
  DeviceProvider,
  DeviceVideo,
  useObserve,
  useRequest,
  useSession,
  useSessionState,
  useStream,
  useUsers,
} from './index.ts';
import { camera, makeRig, NOTHING, textAnswer } from './rig.fixture.ts';

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
  if (state.kind === 'value') return <p>{state.value.text()} °C</p>;
  return <button onClick={refresh}>{state.error.code}: try again</button>;
}

function Lamp() {
  const { state, send } = useRequest();
  const switchOn = () => send({ method: 'PUT', path: '/lamp', payload: 'on', isIdempotent: true });
  return (
    <button onClick={() => void switchOn()} disabled={state.kind === 'pending'}>
      {state.kind === 'answered' ? `answered with ${state.answer.statusCode}` : 'on'}
    </button>
  );
}

function Door() {
  const [isMuted, setIsMuted] = useState(true);
  return (
    <DeviceVideo
      trackId="frontdoor-video"
      soundTrackId="frontdoor-audio"
      label="The front door"
      isMuted={isMuted}
      onMutedByBrowser={() => setIsMuted(true)}
    >
      {({ phase, error, play }) => (
        <>
          {phase === 'blocked' && <button onClick={play}>Play</button>}
          {phase === 'failed' && <p>{error?.code}</p>}
          <button onClick={() => setIsMuted(!isMuted)}>{isMuted ? 'Sound on' : 'Sound off'}</button>
        </>
      )}
    </DeviceVideo>
  );
}

function People() {
  const session = useSession();
  const { state, refresh } = useUsers();
  const remove = async (name: string) => {
    await session?.iam.deleteUser(name);
    refresh();
  };
  if (state.kind === 'waiting') return <p>…</p>;
  return (
    <ul>
      {state.value?.map(({ Username }) => (
        <li key={Username}>
          {Username} <button onClick={() => void remove(Username)}>remove</button>
        </li>
      ))}
    </ul>
  );
}

function Log() {
  const [text, setText] = useState('');
  const { state, reopen } = useStream(7070);
  const readable = state.kind === 'open' ? state.stream.readable : undefined;
  useEffect(() => {
    const decoder = new TextDecoder();
    const write = (bytes: Uint8Array) => {
      const part = decoder.decode(bytes, { stream: true });
      setText((before) => before + part);
    };
    // It ends with the component, and how it ended is in the state.
    readable?.pipeTo(new WritableStream({ write })).catch(() => undefined);
  }, [readable]);
  return state.kind === 'ended' ? <button onClick={reopen}>read on</button> : <pre>{text}</pre>;
}

test('each example stands here', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const here = await readFile(import.meta.filename, 'utf8');
  const blocks = [...readme.matchAll(/```tsx\n(.*?)```/gsu)].map(([, block]) => block ?? '');
  expect(blocks.length).toBeGreaterThan(4);
  for (const block of blocks) expect(here).toContain(block);
});

test('a value', async () => {
  const rig = await makeRig(({ resources }) => resources.on('GET /temperature', textAnswer('21.5')));
  const { container, unmount } = render(<Shed options={rig.options} />);
  await rig.until(() => expect(container.textContent).toBe('ready21.5 °C'));
  unmount();
  expect(await rig.emptied()).toEqual(NOTHING);
});

test('a request', async () => {
  const rig = await makeRig(({ resources }) => resources.on('PUT /lamp', { statusCode: 204 }));
  await rig.show(<Lamp />);
  await act(async () => rig.all('button')[0]?.click());
  await rig.reads('answered with 204');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a video', async () => {
  const rig = await makeRig(camera);
  await rig.show(<Door />);
  await rig.reads('Sound on');
  await rig.until(() => expect(rig.all('video')[0]?.srcObject).not.toBeNull());
  await act(async () => rig.all('button')[0]?.click());
  await rig.reads('Sound off');
  expect(rig.all('audio').map(({ muted }) => muted)).toEqual([false]);
  expect(await rig.unmount()).toEqual(NOTHING);
});

const answer = (value: Parameters<typeof encodeCbor>[0]) => ({
  statusCode: 205,
  contentFormat: 60,
  payload: encodeCbor(value),
});

test('people', async () => {
  let names = ['ann', 'bob'];
  const rig = await makeRig(({ resources }) => {
    resources.on('GET /iam/users', () => answer(names));
    for (const Username of names) resources.on(`GET /iam/users/${Username}`, answer({ Username }));
    resources.on('DELETE /iam/users/ann', () => {
      names = ['bob'];
      return { statusCode: 202 };
    });
  });
  await rig.show(<People />);
  await rig.reads('ann removebob remove');
  await act(async () => rig.all('button')[0]?.click());
  await rig.reads('bob remove');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a stream', async () => {
  const rig = await makeRig();
  await rig.show(<Log />);
  await rig.until(() => expect(rig.world.device.streams).toHaveLength(1));
  const { channel } = rig.world.device.streams[0] ?? {};
  await rig.until(() => {
    expect(channel?.readyState).toBe('open');
  });
  channel?.send(new TextEncoder().encode('started\n'));
  await rig.reads('started\n');
  await act(async () => channel?.close());
  await rig.reads('read on');
  expect(await rig.unmount()).toEqual(NOTHING);
});
