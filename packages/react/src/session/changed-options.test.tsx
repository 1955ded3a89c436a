// @vitest-environment happy-dom
/** @module Changing the options at any time ends everything of the first device and starts the second one. */
import type { FakeDevice } from '@longwire/testing';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import {
  useConnectionStats,
  useObserve,
  useRequest,
  useSessionState,
  useStream,
  useTrack,
  useUsers,
} from '../index.ts';
import { camera, makeRig, NOTHING, textAnswer } from '../rig.fixture.ts';

/** A device with all features that never answers one of its requests. */
const busy =
  (celsius: string) =>
  (device: FakeDevice): void => {
    device.features = ['coap-ws/1'];
    device.resources.observable.add('/temperature');
    device.resources.on('GET /temperature', textAnswer(celsius));
    device.resources.on('POST /slow', () => undefined);
    camera(device);
  };

function Everything() {
  const { kind } = useSessionState();
  const temperature = useObserve('/temperature').state;
  const stream = useStream(22).state;
  const track = useTrack('front').state;
  const { state: request, send } = useRequest();
  useUsers();
  useConnectionStats();
  useEffect(() => {
    void send({ method: 'POST', path: '/slow' });
  }, [send]);
  const read = temperature.kind === 'value' ? temperature.value.text() : temperature.kind;
  return <p>{[kind, read, stream.kind, track.kind, request.kind].join(' ')}</p>;
}

test('changing options releases open observations, streams, tracks and requests of the first device', async () => {
  const [first, second] = [await makeRig(busy('21')), await makeRig(busy('7'))];
  await first.show(<Everything />);
  await first.reads('ready 21 open live pending');
  const { device } = first.world;
  expect(device.coapWs?.observersOf('/temperature')).toBe(1);

  await first.show(<Everything />, { ...second.options, deviceId: 'de-shed' });
  await first.reads('ready 7 open live pending');
  expect(await first.emptied()).toEqual(NOTHING);
  expect(device.streams.map(({ channel }) => channel.readyState)).toEqual(['closed']);
  expect(second.world.sockets.all).toHaveLength(1);
  expect(second.world.device.streams).toHaveLength(1);
  expect(second.world.device.coapWs?.observersOf('/temperature')).toBe(1);
  expect(await first.unmount()).toEqual(NOTHING);
  expect(await second.emptied()).toEqual(NOTHING);
});

test('changing options while the first device is connecting releases that connection', async () => {
  const [first, second] = [await makeRig(busy('21')), await makeRig(busy('7'))];
  first.world.isReachable = false;
  await first.show(<Everything />);
  await first.reads('connecting waiting opening waiting pending');
  await first.show(<Everything />, { ...second.options, deviceId: 'de-shed' });
  await first.reads('ready 7 open live pending');
  expect(await first.emptied()).toEqual(NOTHING);
  expect(await first.unmount()).toEqual(NOTHING);
  expect(await second.emptied()).toEqual(NOTHING);
});

test('changing options to another device and back connects to each once and leaks nothing', async () => {
  const [first, second] = [await makeRig(busy('21')), await makeRig(busy('7'))];
  const there = { ...second.options, deviceId: 'de-shed' };
  await first.show(<Everything />);
  await first.reads('ready 21 open live pending');
  await first.show(<Everything />, there);
  await first.show(<Everything />);
  await first.reads('ready 21 open live pending');
  expect(await second.emptied()).toEqual(NOTHING);
  expect(first.world.leftovers.sockets).toBe(1);
  expect(await first.unmount()).toEqual(NOTHING);
});

/** The same credentials each time, in another object. */
const ann = (): object => ({ login: { username: 'ann', password: 'correct horse' } });

test('other credentials start another session, the same ones written again do not', async () => {
  const rig = await makeRig((device) => {
    device.passwords.set('ann', 'correct horse');
    device.passwords.set('bob', 'battery staple');
    busy('21')(device);
  });
  await rig.show(<Everything />, { ...rig.options, ...ann() });
  await rig.reads('ready 21 open live pending');
  await rig.show(<Everything />, { ...rig.options, ...ann() });
  expect(rig.world.sockets.all.length).toBe(1);
  await rig.show(<Everything />, {
    ...rig.options,
    login: { username: 'bob', password: 'battery staple' },
  });
  await rig.reads('ready 21 open live pending');
  expect([rig.world.sockets.all.length, rig.world.device.username]).toEqual([2, 'bob']);
  expect(await rig.unmount()).toEqual(NOTHING);
});
