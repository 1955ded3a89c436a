/** @module Relayed messages before and after the peer exists. */
import { encodeSignalingMessage, silentLogger, type SignalingMessage } from '@longwire/protocol';
import { FakeSockets } from '@longwire/testing';
import { expect, test } from 'vitest';
import { MAX_EARLY_MESSAGES, SignalingClient } from './signaling-client.ts';

interface Rig {
  readonly client: SignalingClient;
  readonly sockets: FakeSockets;
  readonly relayed: SignalingMessage[];
  readonly ignored: unknown[];
}

function rig(): Rig {
  const sockets = new FakeSockets({});
  const ignored: unknown[] = [];
  const logger = { ...silentLogger, warn: (event: string): void => void ignored.push(event) };
  const client = new SignalingClient({ url: 'wss://s.example', WebSocket: sockets.WebSocket, logger });
  const relayed: SignalingMessage[] = [];
  client.on('relayed', (message) => relayed.push(message));
  sockets.last.serverOpen();
  return { client, sockets, relayed, ignored };
}

const candidate = (index: number): SignalingMessage => ({
  kind: 'candidate',
  candidate: { candidate: `candidate:${index}`, sdpMid: '0' },
});

test('early messages are delivered first, in order, up to a limit', () => {
  const { client, sockets, relayed, ignored } = rig();
  const send = (index: number): void => sockets.last.serverSend(encodeSignalingMessage(candidate(index)));
  for (let index = 0; index <= MAX_EARLY_MESSAGES; index += 1) send(index);
  expect([relayed, ignored]).toEqual([[], ['signaling.ignored']]);
  client.startDelivery();
  send(1000);
  const expected = [...Array.from({ length: MAX_EARLY_MESSAGES }, (_, index) => index), 1000];
  expect(relayed).toEqual(expected.map((index) => candidate(index)));
});

test('messages that only a client sends are ignored and logged', () => {
  const { client, sockets, relayed, ignored } = rig();
  client.startDelivery();
  sockets.last.serverSend('{"type":3}');
  sockets.last.serverSend('{"type":20,"productId":"p","deviceId":"d","sct":"s"}');
  expect([relayed, ignored]).toEqual([[], ['signaling.ignored', 'signaling.ignored']]);
});

test('the signaling client delivers nothing after close()', async () => {
  const { client, sockets, relayed } = rig();
  client.startDelivery();
  client.close();
  sockets.last.serverSend(encodeSignalingMessage(candidate(1)));
  await client.closed;
  expect([relayed, sockets.listeners, sockets.open]).toEqual([[], 0, 0]);
});

test('TURN servers can be requested again', async () => {
  const { client, sockets } = rig();
  const replies = [1, 2].map(async (expiry) => {
    const reply = client.requestTurn(new AbortController().signal);
    const credentials = { username: `${expiry}:a`, credential: 'c' };
    sockets.last.serverSend(
      encodeSignalingMessage({
        kind: 'turnReply',
        iceServers: [{ urls: ['turn:t.example'], ...credentials }],
      }),
    );
    return (await reply).iceServers?.[0]?.username;
  });
  expect(await Promise.all(replies)).toEqual(['1:a', '2:a']);
  expect(sockets.last.sent).toEqual(['{"type":3}', '{"type":3}']);
});

test('`reply` is the service’s login reply and never a message of the device', () => {
  const { client, sockets } = rig();
  sockets.last.serverSend('{"type":21,"features":["early/1"],"onlineSeconds":7}');
  expect(Reflect.set(client, 'reply', undefined)).toBe(false);
  expect(client.reply).toMatchObject({ features: ['early/1'], onlineSeconds: 7 });
});
