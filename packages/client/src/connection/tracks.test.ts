/** @module Tracks both ways: names by mid, errors, and metadata that is repeated. */
import { encodeSignalingMessage, type TrackMetadata } from '@longwire/protocol';
import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { MAX_REFUSED_ANSWERS } from '../peer/remote-descriptions.ts';
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

  test('an error in the metadata of a candidate is reported at once', async () => {
    const { world, warnings } = await connected();
    const tracks: TrackMetadata[] = [{ mid: '7', trackId: 'cam', error: 'ACCESS_DENIED' }];
    world.relay({
      kind: 'candidate',
      candidate: { candidate: 'candidate:x', sdpMid: '0' },
      metadata: { tracks },
    });
    await world.settled();
    expect(warnings).toEqual([['ERR_TRACK', 'cam', 'ACCESS_DENIED']]);
  });

  test('a track without a name is still a track', async () => {
    const { world, tracks } = await connected();
    world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    await world.device.offer();
    await world.settled();
    expect(tracks).toEqual([{ kind: 'video', trackId: undefined, error: undefined, mid: '1' }]);
  });

  test('the error of an arriving track is part of its event; OK is no error', async () => {
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

  test('a camera that fails and recovers is reported both times, with the device’s message', async () => {
    const { world, connection, tracks, warnings } = await connected();
    const reported: unknown[] = [];
    connection.on('trackstatus', (status) => reported.push(status));
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
    expect(reported).toEqual([failing, well, failing].map((each) => ({ ...each, isAuthenticated: false })));
    expect(warnings).toEqual([
      ['ERR_TRACK', 'frontdoor-video', 'UNKNOWN_ERROR'],
      ['ERR_TRACK', 'frontdoor-video', 'UNKNOWN_ERROR'],
    ]);
  });

  test('a track that is failing when it arrives has the device’s words, and loses them when it is well', async () => {
    const { world, connection } = await connected();
    const reported: unknown[] = [];
    connection.on('track', ({ trackId, error, message }) =>
      reported.push(['arrived', trackId, error, message]),
    );
    connection.on('trackstatus', ({ trackId, error, message }) =>
      reported.push(['status', trackId, error, message]),
    );
    const message = 'This browser cannot play H.265.';
    world.device.pc.addTransceiver('video', { direction: 'sendonly' });
    world.device.tracks = [{ mid: '1', trackId: 'a', error: 'INVALID_CODECS', message }];
    await world.device.offer();
    await world.settled();
    world.device.tracks = [{ mid: '1', trackId: 'a' }];
    await world.device.offer();
    await world.settled();
    expect(reported).toEqual([
      ['arrived', 'a', 'INVALID_CODECS', message],
      ['status', 'a', undefined, undefined],
    ]);
  });

  test('the device’s words are beside the error of a track that never arrives, and not in the text of the error', async () => {
    const { world, connection } = await connected();
    const reported: unknown[] = [];
    connection.on('warning', (error) => {
      if (error instanceof TrackError) reported.push([error.deviceMessage, error.message]);
    });
    world.device.tracks = [{ mid: '9', trackId: 'a', error: 'ACCESS_DENIED', message: 'Ask the owner.' }];
    await world.device.offer();
    await world.settled();
    expect(reported).toEqual([['Ask the owner.', 'track "a" failed: ACCESS_DENIED']]);
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

  test('a device that refuses a sent track is reported', async () => {
    const { world, connection, warnings } = await connected();
    world.device.tracks = [{ mid: '1', trackId: 'talk', error: 'UNKNOWN_TRACK_ID' }];
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect(warnings).toEqual([['ERR_TRACK', 'talk', 'UNKNOWN_TRACK_ID']]);
  });

  test('statuses of a sent track are distinguished from the device’s track with the same name', async () => {
    const { world, connection } = await connected();
    const reported: unknown[] = [];
    connection.on('trackstatus', (status) => reported.push(status));
    world.device.addTrack('audio', 'frontdoor-audio');
    await world.device.offer();
    await world.settled();
    connection.addTrack(asTrack(new FakeTrack('audio')), 'frontdoor-audio', { direction: 'sendonly' });
    world.device.tracks = [{ mid: '2', trackId: 'frontdoor-audio', error: 'UNKNOWN_TRACK_ID' }];
    await world.settled();
    expect(reported).toEqual([
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

  test('glare fifty times a second for a minute: each time both get through, on the same lines', async () => {
    const { world, connection, warnings } = await connected();
    const microphone = asTrack(new FakeTrack('audio'));
    const sender = connection.addTrack(microphone, 'talk');
    await world.settled();
    const lines = world.clientPeer.getTransceivers().length;
    const before = world.device.received.length;
    for (let collision = 0; collision < 3_000; collision += 1) {
      world.faults.glare();
      if (collision % 2 === 0) connection.removeTrack(sender);
      else connection.addTrack(microphone, 'talk');
      await world.settled();
      world.clock.advance(20);
    }
    const types = world.device.received
      .slice(before)
      .flatMap((message) => (message.kind === 'description' ? [message.description.type] : []));
    // Its offer collides and is rolled back; the answer to the device's offer has the change.
    expect(types).toEqual(Array.from({ length: 3_000 }, () => ['offer', 'answer']).flat());
    expect([world.clientPeer.signalingState, world.device.pc.signalingState]).toEqual(['stable', 'stable']);
    expect([connection.state, warnings, world.device.failures]).toEqual(['connected', [], []]);
    expect(world.clientPeer.getTransceivers().length).toBe(lines);
  });
});

/** The client's media lines: wanted direction, negotiated direction, and the track that is sent. */
const lines = ({ world }: Rig): unknown[] =>
  world.clientPeer
    .getTransceivers()
    .map(({ mid, direction, currentDirection, sender }) => [
      mid,
      direction,
      currentDirection,
      sender.track?.id,
    ]);

/** Changes the next answers of the device so that the browser refuses them. */
function breakAnswers({ world }: Rig, count: number): void {
  let left = count;
  world.rewrite = (message) => {
    if (left === 0 || message.kind !== 'description' || message.description.type !== 'answer') return message;
    left -= 1;
    return { ...message, description: { type: 'answer', sdp: message.description.sdp.replace('o=', 'x=') } };
  };
}

describe('on the line of the device', () => {
  const TALK = 'frontdoor-audio';

  /** A device that offers its audio `sendrecv`, as deployed ones do. */
  async function sounding(): Promise<Rig> {
    const rig = await connected();
    rig.world.device.addTrack('audio', TALK, undefined, 'sendrecv');
    await rig.world.device.offer();
    await rig.world.settled();
    return rig;
  }

  test('the microphone is sent on the line on which the device can receive, and the line is released afterwards', async () => {
    const rig = await sounding();
    const { world, connection, warnings } = rig;
    const microphone = new FakeTrack('audio');
    const line = connection.addTrack(asTrack(microphone), TALK, { direction: 'sendonly' });
    await world.settled();
    expect(lines(rig)).toEqual([['1', 'sendrecv', 'sendrecv', microphone.id]]);
    connection.removeTrack(line);
    connection.removeTrack(line);
    await world.settled();
    expect(lines(rig)).toEqual([['1', 'recvonly', 'recvonly', undefined]]);
    expect(connection.addTrack(asTrack(microphone), TALK)).toBe(line);
    await world.settled();
    expect(lines(rig)).toEqual([['1', 'sendrecv', 'sendrecv', microphone.id]]);
    expect([warnings, world.device.failures]).toEqual([[], []]);
  });

  test('a track of another name or kind, and a second one, get lines of their own', async () => {
    const rig = await sounding();
    const { world, connection } = rig;
    const added = [
      connection.addTrack(asTrack(new FakeTrack('audio')), 'garden-audio'),
      connection.addTrack(asTrack(new FakeTrack('video')), TALK),
      connection.addTrack(asTrack(new FakeTrack('audio')), TALK),
      connection.addTrack(asTrack(new FakeTrack('audio')), TALK),
    ];
    await world.settled();
    expect(added.map(({ mid }) => mid)).toEqual(['2', '3', '1', '4']);
  });

  test('a line on which the device only sends is not used', async () => {
    const { world, connection } = await connected();
    world.device.addTrack('audio', TALK);
    await world.device.offer();
    await world.settled();
    const line = connection.addTrack(asTrack(new FakeTrack('audio')), TALK, { direction: 'sendonly' });
    await world.settled();
    expect(line.mid).toBe('2');
    connection.removeTrack(line);
    await world.settled();
    expect([line.direction, line.sender.track]).toEqual(['inactive', null]);
    // The next one goes onto it.
    expect(connection.addTrack(asTrack(new FakeTrack('audio')), TALK)).toBe(line);
  });

  test('the microphone moves to a line that the device offers later, and the application is notified', async () => {
    const rig = await connected();
    const { world, connection } = rig;
    const moves: unknown[] = [];
    connection.on('trackmoved', (from, to) => moves.push([from.mid, to.mid]));
    const microphone = new FakeTrack('audio');
    connection.addTrack(asTrack(microphone), TALK, { direction: 'sendonly' });
    await world.settled();
    world.device.addTrack('audio', TALK, undefined, 'sendrecv');
    await world.device.offer();
    await world.settled();
    expect(lines(rig)).toEqual([
      ['1', 'inactive', 'inactive', undefined],
      ['2', 'sendrecv', 'sendrecv', microphone.id],
    ]);
    expect(moves).toEqual([['1', '2']]);
    expect([world.clientPeer.signalingState, rig.warnings]).toEqual(['stable', []]);
  });

  test('on glare the microphone uses the line of the device, and its own is not needed', async () => {
    const rig = await connected();
    const { world, connection } = rig;
    const microphone = new FakeTrack('audio');
    world.device.addTrack('audio', TALK, undefined, 'sendrecv');
    world.faults.glare();
    connection.addTrack(asTrack(microphone), TALK, { direction: 'sendonly' });
    await world.settled();
    expect(lines(rig)).toEqual([
      ['2', 'inactive', 'inactive', undefined],
      ['1', 'sendrecv', 'sendrecv', microphone.id],
    ]);
  });

  test('offers of the device that follow leave the microphone where it is', async () => {
    const rig = await sounding();
    const { world, connection } = rig;
    const microphone = new FakeTrack('audio');
    connection.addTrack(asTrack(microphone), TALK);
    await world.settled();
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    expect(lines(rig)).toEqual([
      ['1', 'sendrecv', 'sendrecv', microphone.id],
      ['2', 'recvonly', 'recvonly', undefined],
    ]);
  });
});

describe('an answer that cannot be applied', () => {
  test('takes the offer back, gives the track up with an error, and later negotiations go on', async () => {
    const rig = await connected();
    const { world, connection, tracks, warnings } = rig;
    const reported: unknown[] = [];
    connection.on('trackstatus', (status) => reported.push(status));
    breakAnswers(rig, 1);
    const line = connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect([world.clientPeer.signalingState, line.direction]).toEqual(['stable', 'inactive']);
    expect(warnings).toEqual([
      ['ERR_TRACK', 'talk', 'UNKNOWN_ERROR'],
      ['ERR_NEGOTIATION', undefined, undefined],
    ]);
    expect(reported).toEqual([
      { mid: '', trackId: 'talk', error: 'UNKNOWN_ERROR', isOwn: true, isAuthenticated: false },
    ]);
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    expect(tracks).toMatchObject([{ kind: 'video', trackId: 'frontdoor-video' }]);
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect([world.clientPeer.signalingState, warnings.length]).toEqual(['stable', 2]);
    expect(world.device.failures).toEqual([]);
  });

  test('leaves the line of the device to the device', async () => {
    const rig = await connected();
    const { world, connection } = rig;
    world.device.addTrack('audio', 'talk', undefined, 'sendrecv');
    await world.device.offer();
    await world.settled();
    breakAnswers(rig, 1);
    const line = connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect([line.mid, line.direction, line.currentDirection, line.sender.track]).toEqual([
      '1',
      'recvonly',
      'recvonly',
      null,
    ]);
  });

  test('ends the connection after three in a row', async () => {
    const rig = await connected();
    const { world, connection } = rig;
    const closed: unknown[] = [];
    connection.on('close', (error) => closed.push(error));
    breakAnswers(rig, MAX_REFUSED_ANSWERS);
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect(closed).toEqual([expect.objectContaining({ code: 'ERR_NEGOTIATION' })]);
  });

  test('ends the connection if the browser refuses the rollback too', async () => {
    const rig = await connected();
    const { world, connection } = rig;
    const closed: unknown[] = [];
    connection.on('close', (error) => closed.push(error));
    const { clientPeer } = world;
    const setLocalDescription = clientPeer.setLocalDescription.bind(clientPeer);
    clientPeer.setLocalDescription = async (description) => {
      if (description?.type === 'rollback') throw new DOMException('Session error', 'OperationError');
      await setLocalDescription(description);
    };
    breakAnswers(rig, 1);
    connection.addTrack(asTrack(new FakeTrack('audio')), 'talk');
    await world.settled();
    expect(closed).toEqual([expect.objectContaining({ code: 'ERR_NEGOTIATION' })]);
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
