/** @module Opening streams over a connection: which framing, which port, how long, and what ends them. */
import { utf8Encode } from '@longwire/protocol';
import { createFakeWorld, type FakeWorld } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import type { Connection } from './connection.ts';
import { NOTHING } from '../fake-world.fixture.ts';

interface Rig {
  readonly world: FakeWorld;
  readonly connection: Connection;
}

async function connected(prepare?: FakeWorld['prepare']): Promise<Rig> {
  const world = await createFakeWorld();
  world.prepare = prepare;
  const connection = createConnection(world.options);
  await connection.connect();
  return { world, connection };
}

const takes: FakeWorld['prepare'] = (device) => {
  device.features = ['stream/1'];
};

/** What the device gets of `abc` on a new stream. */
async function wireOf({ world, connection }: Rig): Promise<string[]> {
  const { writable } = await connection.openStream(22);
  await writable.getWriter().write(utf8Encode('abc'));
  await world.settled();
  return world.device.streams.at(-1)?.messages.map((message) => [...message].join(' ')) ?? [];
}

/** A channel that the other side never confirms. */
function stuck({ world }: Rig): void {
  const { clientPeer } = world;
  const create = clientPeer.createDataChannel.bind(clientPeer);
  clientPeer.createDataChannel = (label) => {
    const channel = create(label);
    channel.readyState = 'closing';
    return channel;
  };
}

describe('framing', () => {
  test('a device that takes stream/1', async () => {
    const rig = await connected(takes);
    expect(rig.world.device.received.find(({ kind }) => kind === 'description')).toMatchObject({
      metadata: { features: ['coap-ws/1', 'stream/1'] },
    });
    expect(await wireOf(rig)).toEqual(['3 0 12 0 0', '0 97 98 99']);
  });

  test('a deployed device, which sends back what it was sent', async () => {
    const rig = await connected((device) => {
      device.extraMetadata = { features: ['stream/1'] };
    });
    expect(await wireOf(rig)).toEqual(['97 98 99']);
  });

  test('a device that takes something else', async () => {
    const rig = await connected((device) => {
      device.extraMetadata = { featuresTaken: ['stream/2'] };
    });
    expect(await wireOf(rig)).toEqual(['97 98 99']);
  });

  test('a device that takes it too late', async () => {
    const rig = await connected();
    rig.world.device.extraMetadata = { featuresTaken: ['stream/1'] };
    rig.world.device.addTrack('video', 'frontdoor-video');
    await rig.world.device.offer();
    await rig.world.settled();
    expect(await wireOf(rig)).toEqual(['97 98 99']);
  });

  test('only the first description announces', async () => {
    const { world } = await connected(takes);
    world.device.addTrack('video', 'frontdoor-video');
    await world.device.offer();
    await world.settled();
    expect(world.device.lastDescription?.metadata).not.toHaveProperty('features');
  });
});

describe('opening', () => {
  test('the label names the port', async () => {
    const { world, connection } = await connected(takes);
    const stream = await connection.openStream(4_294_967_295);
    await world.settled();
    expect([stream.port, world.device.streams[0]?.channel.label]).toEqual([
      4_294_967_295,
      'stream-4294967295',
    ]);
    expect(world.device.streams[0]?.channel.ordered).toBe(true);
  });

  test.each([-1, 0.5, Number.NaN, 4_294_967_296])(
    'port %d is refused before anything is sent',
    async (port) => {
      const { world, connection } = await connected(takes);
      await expect(connection.openStream(port)).rejects.toMatchObject({ code: 'ERR_STREAM_PORT' });
      expect([world.clientPeer.channels.length, world.leftovers.timers]).toEqual([1, 0]);
    },
  );

  test('before connecting and after closing: Not Connected', async () => {
    const world = await createFakeWorld();
    const connection = createConnection(world.options);
    await expect(connection.openStream(22)).rejects.toThrow('Not Connected');
    await connection.connect();
    await connection.close();
    await expect(connection.openStream(22)).rejects.toThrow('Not Connected');
  });

  test.each([
    ['the connection’s time limit', {}, 10_000],
    ['a time limit of its own', { timeoutMs: 50 }, 50],
  ])('%s', async (_name, options, limitMs) => {
    const rig = await connected(takes);
    stuck(rig);
    const opening = rig.connection.openStream(22, options);
    opening.catch(() => undefined);
    rig.world.clock.advance(limitMs - 1);
    await rig.world.settled();
    rig.world.clock.advance(1);
    await expect(opening).rejects.toMatchObject({ code: 'ERR_STREAM_TIMEOUT' });
    expect([rig.world.clientPeer.channels.at(-1)?.readyState, rig.world.leftovers.timers]).toEqual([
      'closed',
      0,
    ]);
  });

  test('a time limit that no timer can hold', async () => {
    const { connection } = await connected(takes);
    await expect(connection.openStream(22, { timeoutMs: 0 })).rejects.toMatchObject({
      code: 'ERR_REQUEST_INVALID',
    });
  });

  test('a signal, before and while', async () => {
    const rig = await connected(takes);
    stuck(rig);
    const signal = AbortSignal.abort('early');
    await expect(rig.connection.openStream(22, { signal })).rejects.toMatchObject({
      code: 'ERR_ABORTED',
      cause: 'early',
    });
    const abort = new AbortController();
    const opening = rig.connection.openStream(22, { signal: abort.signal });
    abort.abort('late');
    await expect(opening).rejects.toMatchObject({ code: 'ERR_ABORTED', cause: 'late' });
    expect(rig.world.leftovers.timers).toBe(0);
  });

  test('a signal that is aborted later does nothing to the stream', async () => {
    const { world, connection } = await connected(takes);
    const abort = new AbortController();
    const stream = await connection.openStream(22, { signal: abort.signal });
    abort.abort();
    await stream.writable.getWriter().write(utf8Encode('abc'));
    await world.settled();
    expect(world.device.streams[0]?.data).toEqual(utf8Encode('abc'));
  });

  test.each<[string, (channel: FakeWorld['clientPeer']['channels'][number]) => void]>([
    ['closes', (channel) => channel.close()],
    ['breaks', (channel) => channel.break()],
  ])('a channel that %s instead of opening', async (_name, end) => {
    const rig = await connected(takes);
    stuck(rig);
    const opening = rig.connection.openStream(22);
    const [channel] = rig.world.clientPeer.channels.slice(-1);
    if (channel !== undefined) end(channel);
    await expect(opening).rejects.toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
  });

  test('a browser that makes no more channels', async () => {
    const rig = await connected(takes);
    rig.world.clientPeer.createDataChannel = () => {
      throw new DOMException('too many', 'OperationError');
    };
    await expect(rig.connection.openStream(22)).rejects.toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
  });
});

describe('the connection closes', () => {
  test('while a stream opens', async () => {
    const rig = await connected(takes);
    const opening = rig.connection.openStream(22);
    await rig.connection.close();
    await expect(opening).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    await rig.world.settled();
    expect(rig.world.leftovers).toEqual(NOTHING);
  });

  test.each([
    ['framed', takes],
    ['plain', undefined],
  ])('a %s stream ends with it, and nothing is left', async (_name, prepare) => {
    const rig = await connected(prepare);
    const streams = [await rig.connection.openStream(1), await rig.connection.openStream(2)];
    const reading = streams.map(({ readable }) => readable.getReader().read());
    for (const read of reading) read.catch(() => undefined);
    rig.world.sockets.last.serverClose(1000);
    await rig.world.settled();
    for (const read of reading) await expect(read).rejects.toMatchObject({ code: 'ERR_CONNECTION_CLOSED' });
    for (const { closed } of streams) {
      await expect(closed).rejects.toMatchObject({ cause: { code: 'ERR_DEVICE_CLOSED' } });
    }
    expect(rig.world.leftovers).toEqual(NOTHING);
  });
});
