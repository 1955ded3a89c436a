// @vitest-environment happy-dom
/** @module A track is requested once for all components and keeps its stream over recoveries. */
import { createSession } from '@longwire/client';
import type { FakeAnswer, FakeDevice } from '@longwire/testing';
import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeviceProvider, useTrack, useTrackIds } from '../index.ts';
import { camera, makeRig, NOTHING, type Rig } from '../rig.fixture.ts';

const streams = new Set<MediaStream>();

function Track({ id }: { readonly id: string }) {
  const { state, refresh } = useTrack(id);
  if (state.stream !== undefined) streams.add(state.stream);
  return <button onClick={refresh}>{state.kind === 'failed' ? state.error.code : state.kind}</button>;
}

const asked = ({ world }: Rig): string[] =>
  world.device.resources.requests
    .filter(({ path }) => path === '/webrtc/tracks')
    .map(({ payload }) => new TextDecoder().decode(payload));

test('several components share one track request, and a later one sends none', async () => {
  const rig = await makeRig(camera);
  await rig.show(
    <>
      <Track id="a" /> <Track id="b" /> <Track id="a" />
    </>,
  );
  await rig.reads('live live live');
  expect(asked(rig)).toEqual(['{"tracks":["a","b"]}']);
  await rig.show(null);
  await rig.show(<Track id="b" />);
  await rig.reads('live');
  expect(asked(rig)).toHaveLength(1);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a component mounted later gets a track that the application’s session already had', async () => {
  const rig = await makeRig(camera);
  const session = createSession(rig.options);
  const look = (
    <DeviceProvider session={session}>
      <Track id="a" />
    </DeviceProvider>
  );
  const first = render(look);
  await rig.until(() => expect(first.container.textContent).toBe('live'));
  first.unmount();
  await rig.settled();
  const second = render(look);
  await rig.until(() => expect(second.container.textContent).toBe('live'));
  expect(asked(rig)).toHaveLength(1);
  second.unmount();
  await session.end();
  expect(await rig.emptied()).toEqual(NOTHING);
});

function Named({ id }: { readonly id: string }) {
  const { state } = useTrack(id);
  return `${state.kind}${state.isAuthenticated ? ' authenticated' : ''}`;
}

test('a track name is authenticated only if the device itself sent it', async () => {
  const deployed = await makeRig(camera);
  await deployed.show(<Named id="a" />);
  await deployed.reads('live');
  expect(await deployed.unmount()).toEqual(NOTHING);
  const rig = await makeRig((device) => {
    device.signedFeatures = ['negotiation/1'];
    camera(device);
  });
  const { fingerprint } = rig.world.identity;
  await rig.show(<Named id="a" />, { ...rig.options, fingerprint });
  await rig.reads('live authenticated');
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('track names are authenticated from the moment the connection is bound', async () => {
  const rig = await makeRig((device) => {
    device.signedFeatures = ['negotiation/1'];
    device.passwords.set('ann', 'correct horse');
    camera(device);
  });
  const session = createSession(rig.options);
  await session.ready();
  await session.connection?.readFingerprint();
  const shown = render(
    <DeviceProvider session={session}>
      <Named id="a" />
    </DeviceProvider>,
  );
  await rig.until(() => expect(shown.container.textContent).toBe('live'));
  await session.connection?.authenticate({ username: 'ann', password: 'correct horse' });
  await rig.until(() => expect(shown.container.textContent).toBe('live authenticated'));
  shown.unmount();
  await session.end();
  expect(await rig.emptied()).toEqual(NOTHING);
});

test('a track waits during a recovery and returns in the same stream', async () => {
  const rig = await makeRig(camera);
  streams.clear();
  await rig.show(<Track id="a" />);
  await rig.reads('live');
  const heal = await rig.lose();
  expect(rig.text).toBe('waiting');
  await heal();
  await rig.reads('live');
  expect(streams.size).toBe(1);
  expect([...streams].map((stream) => stream.getVideoTracks().length)).toEqual([1]);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('a refused track has an error and is requested again after a recovery and on refresh()', async () => {
  let answer: FakeAnswer | undefined = { statusCode: 401 };
  const prepare = (device: FakeDevice): void => {
    if (answer === undefined) camera(device);
    else device.resources.on('POST /webrtc/tracks', () => answer);
  };
  const rig = await makeRig(prepare);
  await rig.show(<Track id="a" />);
  await rig.reads('ERR_TRACK');
  await act(async () => rig.all('button')[0]?.click());
  await rig.until(() => expect(asked(rig)).toHaveLength(2));
  await rig.reads('ERR_TRACK');
  answer = undefined;
  await (
    await rig.lose()
  )();
  await rig.reads('live');
  expect(await rig.unmount()).toEqual(NOTHING);
});

/** A camera whose media line has the metadata of the test. */
const ledCamera = (device: FakeDevice): void =>
  device.resources.on('POST /webrtc/tracks', () => {
    device.pc.addTransceiver('video', { direction: 'sendonly' });
    device.tracks = [{ mid: '1', trackId: 'a' }];
    void device.offer();
    return { statusCode: 201 };
  });

test('a camera that fails and recovers has its error in between', async () => {
  const rig = await makeRig(ledCamera);
  await rig.show(<Track id="a" />);
  await rig.reads('live');
  const say = async (error: object): Promise<void> => {
    const { device } = rig.world;
    device.tracks = [{ mid: '1', trackId: 'a', ...error }];
    await act(() => device.offer());
  };
  await say({ error: 'UNKNOWN_ERROR', message: 'The camera does not answer.' });
  await rig.reads('ERR_TRACK');
  await say({});
  await rig.reads('live');
  expect(await rig.unmount()).toEqual(NOTHING);
});

function Names() {
  return <p>{useTrackIds().join(' ')}</p>;
}

test('useTrackIds returns requested, unrequested and listed tracks', async () => {
  const rig = await makeRig(camera);
  await rig.show(
    <>
      <Names />
      <Track id="a" />
    </>,
  );
  await rig.reads('alive');
  const { device } = rig.world;
  device.addTrack('video', 'garden');
  device.tracks = [...(device.tracks ?? []), { mid: '9', trackId: 'shed', error: 'UNKNOWN_ERROR' }];
  await act(() => device.offer());
  await rig.reads('a garden shedlive');
  expect(asked(rig)).toHaveLength(1);
  expect(await rig.unmount()).toEqual(NOTHING);
});

test('the end of the session is the error of its tracks', async () => {
  const rig = await makeRig(camera, { fingerprint: 'f'.repeat(64) });
  await rig.show(<Track id="a" />);
  await rig.reads('ERR_SESSION_ENDED');
  expect(await rig.unmount()).toEqual(NOTHING);
});
