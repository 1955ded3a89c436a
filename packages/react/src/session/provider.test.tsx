// @vitest-environment happy-dom
/** @module A provider starts one session, replaces it when the options change, and releases everything at the end. */
import { createSession, type SessionOptions } from '@longwire/client';
import { act, render } from '@testing-library/react';
import { StrictMode, Suspense, use, useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DeviceProvider, useRequest, useSession, useSessionState } from '../index.ts';
import { makeRig, NOTHING, textAnswer, type Rig } from '../rig.fixture.ts';

const named =
  (name: string): Parameters<typeof makeRig>[0] =>
  ({ resources }) =>
    resources.on('GET /name', textAnswer(name));

function State() {
  const { kind, reason } = useSessionState();
  return <p>{[kind, reason?.code].join(' ').trim()}</p>;
}

/** Sends a request as soon as it is mounted. */
function Name() {
  const { state, send } = useRequest();
  useEffect(() => {
    void send({ method: 'GET', path: '/name' });
  }, [send]);
  return <p>{state.kind === 'answered' ? state.answer.text() : state.kind}</p>;
}

const logins = ({ world }: Rig): number => world.sockets.all.length;

test('a provider starts one session under StrictMode and releases everything on unmount', async () => {
  const rig = await makeRig();
  await rig.show(<State />);
  await rig.reads('ready');
  expect(logins(rig)).toBe(1);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a provider that is unmounted while connecting releases everything', async () => {
  const rig = await makeRig();
  rig.world.isReachable = false;
  await rig.show(<State />);
  await rig.reads('connecting');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('changed options switch to the other device at once and release the first session', async () => {
  const [first, second] = [await makeRig(named('garden')), await makeRig(named('shed'))];
  await first.show(<Name />);
  await first.reads('garden');
  const seen: string[] = [];
  const look = (
    <>
      <Name />
      <Watch onText={(text) => seen.push(text)} />
    </>
  );
  await first.show(look, { ...second.options, deviceId: 'de-shed' });
  await first.until(() => expect(first.text).toBe('shed'));
  // Even the first render with the new options shows nothing of the old device.
  expect(seen[0]).toBe('connecting');
  expect(await first.emptied()).toEqual(NOTHING);
  expect(second.world.leftovers.sockets).toBe(1);
  expect(await first.unmount()).toEqual(NOTHING);
  expect(await second.emptied()).toEqual(NOTHING);
});

/** Records each rendered state. */
function Watch({ onText }: { readonly onText: (text: string) => void }) {
  const { kind } = useSessionState();
  onText(kind);
  return null;
}

test('options created in each render keep the session, whose next connection calls the newest function', async () => {
  const rig = await makeRig();
  const asked: string[] = [];
  const { sct: _sct, ...rest } = rig.options;
  const options = (name: string): SessionOptions => ({
    ...rest,
    iceServers: [{ urls: 'stun:stun.example' }],
    sct: () => {
      asked.push(name);
      return 'token';
    },
    login: async () => void asked.push(`login of ${name}`),
  });
  await rig.show(<State />, options('first'));
  await rig.show(<State />, options('second'));
  expect(logins(rig)).toBe(1);
  await rig.reads('ready');
  await act(async () => rig.world.clientPeer.forceIceState('failed'));
  await rig.until(() => expect(asked).toEqual(['first', 'login of first', 'second', 'login of second']));
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('the certificate and the login of one connection come from the same render', async () => {
  const rig = await makeRig();
  const used: (string | undefined)[] = [];
  /** As `identity.forSession()`: the login needs what the certificate function found. */
  const signIn = (render: string): Pick<SessionOptions, 'certificate' | 'login'> => {
    let own: string | undefined;
    return {
      certificate: () => {
        own = render;
        return undefined;
      },
      login: async () => void used.push(own),
    };
  };
  rig.world.isReachable = false;
  await rig.show(<State />, { ...rig.options, ...signIn('first') });
  await rig.until(() => expect(logins(rig)).toBe(1));
  await rig.show(<State />, { ...rig.options, ...signIn('second') });
  rig.world.isReachable = true;
  await act(async () => rig.world.sockets.last.serverOpen());
  await rig.reads('ready');
  await act(async () => rig.world.clientPeer.forceIceState('failed'));
  await rig.until(() => expect(used).toEqual(['first', 'second']));
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('invalid options are the state ended and throw nothing', async () => {
  const rig = await makeRig();
  const look = (
    <>
      <State /> <Name />
    </>
  );
  await rig.show(look, { ...rig.options, signalingServerUrl: 'ftp://service.example' });
  await rig.reads('ended ERR_SIGNALING_URL failed');
  await rig.show(look);
  await rig.until(() => expect(rig.text).toContain('ready'));
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a request sent in the first effect waits for the connection', async () => {
  const rig = await makeRig(named('garden'));
  rig.world.isReachable = false;
  await rig.show(<Name />);
  await rig.reads('pending');
  await rig.until(() => expect(logins(rig)).toBe(1));
  await act(async () => rig.world.sockets.last.serverOpen());
  await rig.settled();
  await rig.reads('garden');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a request after the provider was unmounted fails with a code', async () => {
  const rig = await makeRig();
  let send: ReturnType<typeof useRequest>['send'] | undefined;
  function Sender() {
    const request = useRequest();
    useEffect(() => {
      send = request.send;
    }, [request.send]);
    return null;
  }
  await rig.show(<Sender />);
  expect(await rig.unmount()).toEqual(NOTHING);
  expect(await send?.({ method: 'GET', path: '/name' })).toMatchObject({
    kind: 'failed',
    error: { code: 'ERR_NOT_CONNECTED' },
  });
});

test('unmounting with a request in progress releases everything', async () => {
  const rig = await makeRig(({ resources }) => resources.on('GET /name', () => undefined));
  await rig.show(<Name />);
  await rig.reads('pending');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('the provider renders loss, next attempt, recovery and end of its session', async () => {
  const rig = await makeRig();
  await rig.show(<State />);
  await rig.reads('ready');
  const heal = await rig.lose();
  await rig.until(() => expect(rig.text).toMatch(/^recovering ERR_/u));
  await heal();
  await rig.reads('ready');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test("the application's own session is not ended by the provider", async () => {
  const rig = await makeRig(named('garden'));
  const session = createSession(rig.options);
  const seen: unknown[] = [];
  function Own() {
    seen.push(useSession());
    return <Name />;
  }
  const { container, unmount } = render(
    <StrictMode>
      <DeviceProvider session={session}>
        <Own />
      </DeviceProvider>
    </StrictMode>,
  );
  await rig.until(() => expect(container.textContent).toBe('garden'));
  expect(seen.at(-1)).toBe(session);
  unmount();
  await rig.settled();
  expect(session.state.kind).toBe('ready');
  await session.end();
  expect(await rig.emptied()).toEqual(NOTHING);
});

test('a hook without a provider throws ERR_STATE', () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<State />)).toThrow(expect.objectContaining({ code: 'ERR_STATE' }));
  silence.mockRestore();
});

test('a suspended subtree keeps its session', async () => {
  const rig = await makeRig(named('garden'));
  const awaited = Promise.withResolvers<string>();
  function Late() {
    const [isWaiting, setWaiting] = useState(false);
    return <button onClick={() => setWaiting(true)}>{isWaiting ? use(awaited.promise) : 'here'}</button>;
  }
  const { container, unmount } = render(
    <Suspense fallback="hidden">
      <DeviceProvider options={rig.options}>
        <Name />
        <Late />
      </DeviceProvider>
    </Suspense>,
  );
  await rig.until(() => expect(container.textContent).toContain('garden'));
  await act(async () => container.querySelector('button')?.click());
  await rig.until(() => expect(container.textContent).toContain('hidden'));
  await act(async () => awaited.resolve('back'));
  await rig.until(() => expect(container.textContent).toBe('gardenback'));
  expect(logins(rig)).toBe(1);
  unmount();
  expect(await rig.emptied()).toEqual(NOTHING);
});
