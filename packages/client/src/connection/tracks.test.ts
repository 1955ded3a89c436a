/** @module Tracks both ways: names by mid, errors, and metadata that is repeated. */
import { encodeSignalingMessage } from '@longwire/protocol';
import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { TrackError } from '../peer/track-error.ts';
import type { Connection } from './connection.ts';

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
  readonly tracks: unknown[];
  readonly warnings: unknown[];
}

async function connected(): Promise<Rig> {
  const world = await createFakeWorld();
  const connection = createConnection(world.options);
  const tracks: unknown[] = [];
  const warnings: unknown[] = [];
  connection.on('track', ({ track, trackId, error, transceiver }) =>
    tracks.push({ kind: track.kind, trackId, error, mid: transceiver.mid }),
  );
  connection.on('warning', (error) =>
    warnings.push([error.code, Reflect.get(error, 'trackId'), Reflect.get(error, 'reason')]),
  );
  await connection.connect();
  return { world, connection, tracks, warnings };
}

describe('from the device', () => {
  test('tracks added after connecting arrive with their names', async () => {
    const { world, tracks, warnings } = await connected();
    world.device.addTrack('video', 'frontdoor-video');
    world.device.addTrack('audio', 'frontdoor-audio');
    await world.device.offer();
    await world.settled();
    expect(tracks).toEqual([
      { kind: 'video', trackId: 'frontdoor-video', error: undefined, mid: '1' },
      { kind: 'audio', trackId: 'frontdoor-audio', error: undefined, mid: '2' },
    ]);
    expect([warnings, world.device.pc.signalingState]).toEqual([[], 'stable']);
  });

  test('a track without a name is still a track', async () => {
    const { world, tracks } = await connected();
    world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    await world.device.offer();
    await world.settled();
    expect(tracks).toEqual([{ kind: 'video', trackId: undefined, error: undefined, mid: '1' }]);
  });

  test('the error of a track that is there comes with it; OK is no error', async () => {
    const { world, tracks, warnings } = await connected();
    world.device.tracks = [
      { mid: '1', trackId: 'a', error: 'INVALID_CODECS' },
      { mid: '2', trackId: 'b', error: 'OK' },
    ];
    for (const _track of world.device.tracks) {
      world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    }
    await world.device.offer();
    await world.settled();
    expect(tracks).toEqual([
      { kind: 'video', trackId: 'a', error: 'INVALID_CODECS', mid: '1' },
      { kind: 'video', trackId: 'b', error: undefined, mid: '2' },
    ]);
    expect(warnings).toEqual([]);
  });

  test('the error of a track that never arrives is a warning, once', async () => {
    const { world, tracks, warnings } = await connected();
    world.device.tracks = [{ mid: '9', trackId: 'frontdoor-video', error: 'ACCESS_DENIED' }];
    await world.device.offer();
    await world.settled();
    await world.device.offer();
    await world.settled();
    expect(tracks).toEqual([]);
    expect(warnings).toEqual([['ERR_TRACK', 'frontdoor-video', 'ACCESS_DENIED']]);
  });

  const codes = ['ACCESS_DENIED', 'UNKNOWN_TRACK_ID', 'INVALID_CODECS', 'UNKNOWN_ERROR'];
  test.each([...codes, 'A_LATER_WORD'])('%s, with its track or without it', async (word) => {
    const error = codes.includes(word) ? word : 'UNKNOWN_ERROR';
    const { world, tracks, warnings } = await connected();
    world.device.tracks = [
      { mid: '1', trackId: 'there', error: 'OK' },
      { mid: '9', trackId: 'missing', error: 'OK' },
    ];
    world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    world.rewrite = (message) => {
      const text = encodeSignalingMessage(message).replaceAll('"error":"OK"', `"error":"${word}"`);
      world.sockets.last.serverSend(text);
      return undefined;
    };
    await world.device.offer();
    await world.settled();
    expect(tracks).toEqual([{ kind: 'video', trackId: 'there', error, mid: '1' }]);
    expect(warnings).toEqual([['ERR_TRACK', 'missing', error]]);
    expect(world.device.lastDescription?.metadata.status).toBe('FAILED');
  });

  test('a camera that drops and comes back: the application is told both times, with the device’s words', async () => {
    const { world, connection, tracks, warnings } = await connected();
    const told: unknown[] = [];
    connection.on('trackstatus', (status) => told.push(status));
    world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    const well = { mid: '1', trackId: 'frontdoor-video' };
    const failing = {
      ...well,
      error: 'UNKNOWN_ERROR',
      message: 'The camera does not answer. Trying again.',
    } as const;
    for (const entry of [well, failing, failing, well, failing]) {
      world.device.tracks = [entry];
      await world.device.offer();
      await world.settled();
    }
    expect(tracks).toEqual([{ kind: 'video', trackId: 'frontdoor-video', error: undefined, mid: '1' }]);
    expect(told).toEqual([failing, well, failing].map((each) => ({ ...each, isAuthenticated: false })));
    expect(warnings).toEqual([
      ['ERR_TRACK', 'frontdoor-video', 'UNKNOWN_ERROR'],
      ['ERR_TRACK', 'frontdoor-video', 'UNKNOWN_ERROR'],
    ]);
  });

  test('a track that is failing when it arrives has the device’s words, and loses them when it is well', async () => {
    const { world, connection } = await connected();
    const told: unknown[] = [];
    connection.on('track', ({ trackId, error, message }) => told.push(['arrived', trackId, error, message]));
    connection.on('trackstatus', ({ trackId, error, message }) =>
      told.push(['status', trackId, error, message]),
    );
    const message = 'This browser cannot play H.265.';
    world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    world.device.tracks = [{ mid: '1', trackId: 'a', error: 'INVALID_CODECS', message }];
    await world.device.offer();
    await world.settled();
    world.device.tracks = [{ mid: '1', trackId: 'a' }];
    await world.device.offer();
    await world.settled();
    expect(told).toEqual([
      ['arrived', 'a', 'INVALID_CODECS', message],
      ['status', 'a', undefined, undefined],
    ]);
  });

  test('the device’s words are beside the error of a track that never arrives, and not in the text of the error', async () => {
    const { world, connection } = await connected();
    const told: unknown[] = [];
    connection.on('warning', (error) => {
      if (error instanceof TrackError) told.push([error.deviceMessage, error.message]);
    });
    world.device.tracks = [{ mid: '9', trackId: 'a', error: 'ACCESS_DENIED', message: 'Ask the owner.' }];
    await world.device.offer();
    await world.settled();
    expect(told).toEqual([['Ask the owner.', 'track "a" expected OK, got ACCESS_DENIED']]);
  });

  test('an answer repeats what was received', async () => {
    const { world } = await connected();
    world.device.tracks = [{ mid: '9', trackId: 'frontdoor-video', error: 'ACCESS_DENIED' }];
    await world.device.offer();
    await world.settled();
    expect(world.device.lastDescription?.metadata).toEqual({
      tracks: [{ mid: '9', trackId: 'frontdoor-video', error: 'ACCESS_DENIED' }],
      status: 'FAILED',
    });
  });
});

describe('to the device', () => {
  test('an own track is offered with its name beside what was received', async () => {
    const { world, connection } = await connected();
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    const transceiver = connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect([transceiver.mid, transceiver.direction]).toEqual(['2', 'sendrecv']);
    expect(world.device.lastDescription).toMatchObject({
      description: { type: 'offer' },
      metadata: {
        tracks: [
          { mid: '1', trackId: 'frontdoor-video' },
          { mid: '2', trackId: 'talk' },
        ],
        status: 'OK',
      },
    });
    expect(world.device.pc.getTransceivers().map(({ kind }) => kind)).toEqual(['video', 'audio']);
  });

  test('send only, where the application says so', async () => {
    const { connection } = await connected();
    const track = asTrack(new FakeTrack('audio'));
    expect(connection.addTrack(track, 'talk', { direction: 'sendonly' }).direction).toBe('sendonly');
  });

  test('a device that refuses it: the application is told', async () => {
    const { world, connection, warnings } = await connected();
    world.device.tracks = [{ mid: '1', trackId: 'talk', error: 'UNKNOWN_TRACK_ID' }];
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect(warnings).toEqual([['ERR_TRACK', 'talk', 'UNKNOWN_TRACK_ID']]);
  });

  test('what the device says of an own track is told apart from its own track of the same name', async () => {
    const { world, connection } = await connected();
    const told: unknown[] = [];
    connection.on('trackstatus', (status) => told.push(status));
    world.device.addTrack('audio', 'frontdoor-audio');
    await world.device.offer();
    await world.settled();
    connection.addTrack(asTrack(new FakeTrack('audio')), 'frontdoor-audio', { direction: 'sendonly' });
    world.device.tracks = [{ mid: '2', trackId: 'frontdoor-audio', error: 'UNKNOWN_TRACK_ID' }];
    await world.settled();
    expect(told).toEqual([
      {
        mid: '2',
        trackId: 'frontdoor-audio',
        error: 'UNKNOWN_TRACK_ID',
        isOwn: true,
        isAuthenticated: false,
      },
    ]);
  });

  test('glare: both add a track at the same moment, and both get through', async () => {
    const { world, connection, tracks } = await connected();
    world.device.addTrack('video', 'frontdoor-video');
    world.faults.glare();
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect(tracks).toEqual([{ kind: 'video', trackId: 'frontdoor-video', error: undefined, mid: '1' }]);
    expect(world.device.lastDescription?.metadata.tracks).toEqual([
      { mid: '1', trackId: 'frontdoor-video' },
      { mid: '2', trackId: 'talk' },
    ]);
    expect([world.clientPeer.signalingState, world.device.pc.signalingState]).toEqual(['stable', 'stable']);
  });
});

test('a channel that the device opens', async () => {
  const { world, connection } = await connected();
  const labels: string[] = [];
  connection.on('datachannel', ({ label }) => labels.push(label));
  world.device.pc.createDataChannel('news');
  await world.settled();
  expect(labels).toEqual(['news']);
});

test('a channel of the application', async () => {
  const { world, connection } = await connected();
  const channel = connection.createDataChannel('own');
  await world.settled();
  expect([channel.readyState, world.device.pc.channels.at(-1)?.label]).toEqual(['open', 'own']);
});
