/** @module Tracks and data channels of a page's connection: received, sent and refused. */
import { asTrack, FakeTrack, type FakeWorld } from '@longwire/testing';
import { expect, test, vi } from 'vitest';
import { connected, consoleLines } from './edge-page.fixture.ts';

test('onTrack passes the event and the name to the last callback set', async () => {
  const { world, connection } = await connected();
  const reported: unknown[] = [];
  connection.onTrack(() => reported.push('replaced'));
  connection.onTrack((event, trackId, error) =>
    reported.push([event?.receiver.track === event?.track, trackId, error]),
  );
  world.device.addTrack('video', 'frontdoor-video');
  await world.device.offer();
  await world.settled();
  expect(reported).toEqual([[true, 'frontdoor-video', undefined]]);
});

test('a callback for a track that arrived while connecting finds the new connection', async () => {
  const { world, connection } = await connected();
  await connection.close();
  const old = connection.pc;
  const found: unknown[] = [];
  connection.onTrack((_event, trackId) => {
    const answer = connection.coapInvoke('GET', '/nothing');
    found.push(trackId, connection.pc === old, answer);
  });
  const waiting = new Set<FakeWorld['clientPeer']>();
  const connect = vi.spyOn(world.network, 'tryConnect').mockImplementation((peer) => void waiting.add(peer));
  const attempt = connection.connect();
  await world.settled();
  world.device.addTrack('video', 'frontdoor-video');
  await world.device.offer();
  await world.settled();
  connect.mockRestore();
  for (const peer of waiting) world.network.tryConnect(peer);
  await attempt;
  await world.settled();
  expect(await Promise.all(found)).toMatchObject(['frontdoor-video', false, { statusCode: 404 }]);
});

test('a device track with an error arrives with it and is logged to the console', async () => {
  const { world, connection } = await connected();
  const reported: unknown[] = [];
  connection.onTrack((event, trackId, error) =>
    reported.push([event?.receiver.track === event?.track, trackId, error]),
  );
  world.device.tracks = [{ mid: '1', trackId: 'camera-a', error: 'INVALID_CODECS' }];
  world.device.pc.addTransceiver('video', { direction: 'sendonly' });
  await world.device.offer();
  await world.settled();
  expect(reported).toEqual([[true, 'camera-a', 'INVALID_CODECS']]);
  expect(consoleLines).toContain('longwire: track.failed {"trackId":"camera-a","error":"INVALID_CODECS"}');
});

test('a refused track of the page is an error without an event and is logged to the console', async () => {
  const { world, connection } = await connected();
  const reported: unknown[] = [];
  connection.onTrack((...track) => reported.push(track));
  world.device.tracks = [{ mid: '1', trackId: 'talk-b', error: 'UNKNOWN_TRACK_ID' }];
  await connection.addTrack(asTrack(new FakeTrack('audio')), 'talk-b');
  await world.settled();
  expect(reported).toEqual([[undefined, 'talk-b', 'UNKNOWN_TRACK_ID']]);
  expect(consoleLines).toContain('longwire: track.failed {"trackId":"talk-b","error":"UNKNOWN_TRACK_ID"}');
});

test('a throwing callback does not affect the connection and is logged to the console', async () => {
  const { world, connection } = await connected();
  connection.onTrack(() => {
    throw new Error('of the page');
  });
  world.device.addTrack('video', 'frontdoor-video');
  await world.device.offer();
  await world.settled();
  expect(consoleLines).toContainEqual(expect.stringContaining('of the page'));
  await connection.close();
});

test('addTrack, createDatachannel and openStream return promises', async () => {
  const { connection } = await connected();
  const adding = connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
  const opening = connection.createDatachannel('own');
  expect([adding, opening]).toEqual([expect.any(Promise), expect.any(Promise)]);
  expect((await opening).label).toBe('own');
  expect((await connection.openStream(22)).port).toBe(22);
});
