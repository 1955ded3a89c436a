// @vitest-environment happy-dom
/** @module One session for a provider: begun once, moved with its options, ended with nothing left behind. */
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

/** Asks as soon as it is mounted. */
function Name() {
  const { state, send } = useRequest();
  useEffect(() => {
    void send({ method: 'GET', path: '/name' });
  }, [send]);
  return <p>{state.kind === 'answered' ? state.answer.text() : state.kind}</p>;
}

const logins = ({ world }: Rig): number => world.sockets.all.length;

test('StrictMode begins one session; unmounted, nothing is left', async () => {
  const rig = await makeRig();
  await rig.show(<State />);
  await rig.reads('ready');
  expect(logins(rig)).toBe(1);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('unmounted while it connects, nothing is left', async () => {
  const rig = await makeRig();
  rig.world.isReachable = false;
  await rig.show(<State />);
  await rig.reads('connecting');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('other options move to the other device at once, and nothing is left of the first', async () => {
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
  // From the first render with the new options on there is nothing of the old device.
  expect(seen[0]).toBe('connecting');
  expect(await first.emptied()).toEqual(NOTHING);
  expect(second.world.leftovers.sockets).toBe(1);
  expect(await first.unmount()).toEqual(NOTHING);
  expect(await second.emptied()).toEqual(NOTHING);
});

/** Tells each state that is rendered. */
function Watch({ onText }: { readonly onText: (text: string) => void }) {
  const { kind } = useSessionState();
  onText(kind);
  return null;
}

test('options written anew in each render are the same session, whose next connection asks the newest function', async () => {
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

test('options that allow no session are a state and not an exception', async () => {
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

test('a request of the first effect waits for the connection', async () => {
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

test('a request after the provider went has a code', async () => {
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

test('unmounted while a request is under way, nothing is left', async () => {
  const rig = await makeRig(({ resources }) => resources.on('GET /name', () => undefined));
  await rig.show(<Name />);
  await rig.reads('pending');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('what the session tells is rendered: lost, next try, found, ended', async () => {
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

test('without a provider a hook says so', () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<State />)).toThrow(expect.objectContaining({ code: 'ERR_STATE' }));
  silence.mockRestore();
});

test('what is hidden while something is awaited keeps its session', async () => {
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
