/** @module Sequential requests from a page, and ping-pong of the same sizes on a bare channel. */
import { createConnection, type ConnectionOptions } from '@longwire/client';
import { CoapCode, encodeCoapFrame, pathOptions } from '@longwire/protocol/coap-binary';
import { openBareConnection } from './bare-connection.ts';
import { repeat, timed, timedInARow } from './repeat.ts';
import { openFloorPair } from './floor-pair.ts';

const PATH = '/reading';

/** Milliseconds from createConnection() to the first answer of the device, each on a new connection. */
export async function connectTimes(options: ConnectionOptions, times: number): Promise<number[]> {
  return await repeat(times, async () => {
    const connection = createConnection(options);
    const elapsed = await timed(async () => {
      await connection.connect();
      await connection.request('GET', PATH);
    });
    await connection.close();
    return elapsed;
  });
}

/** Milliseconds until two bare peer connections of this page have exchanged a message and its answer. */
export async function connectFloor(times: number): Promise<number[]> {
  return await repeat(times, async () => {
    const started = performance.now();
    const pair = await openFloorPair();
    await pair.pingPong('first');
    const elapsed = performance.now() - started;
    pair.close();
    return elapsed;
  });
}

/** Milliseconds for one request and its answer, sequentially on one connection. */
export async function requestTimes(options: ConnectionOptions, times: number): Promise<number[]> {
  const connection = createConnection(options);
  await connection.connect();
  const request = async (): Promise<number> =>
    await timedInARow(async () => await connection.request('GET', PATH));
  await repeat(times / 10, request);
  const samples = await repeat(times, request);
  await connection.close();
  return samples;
}

/** Milliseconds for a text of a request's size and the bare peer's text of an answer's size. */
export async function requestFloor(times: number): Promise<number[]> {
  const message = JSON.stringify({ type: 0, requestId: '100000', method: 'GET', path: PATH });
  const { peer, channel } = await openBareConnection();
  const samples = await pingPongTimes(channel, () => channel.send(message), times);
  peer.close();
  return samples;
}

/** The same in binary messages of the binary framing's sizes. */
export async function binaryRequestFloor(times: number): Promise<number[]> {
  const token = new Uint8Array(2);
  const message = encodeCoapFrame({ code: CoapCode.GET, token, options: pathOptions(PATH) });
  const { peer, channel } = await openBareConnection(undefined, 'binary');
  channel.binaryType = 'arraybuffer';
  const samples = await pingPongTimes(channel, () => channel.send(message), times);
  peer.close();
  return samples;
}

async function pingPongTimes(channel: RTCDataChannel, send: () => void, times: number): Promise<number[]> {
  const pingPong = async (): Promise<number> =>
    await timedInARow(async () => {
      const answered = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
      send();
      await answered;
    });
  await repeat(times / 10, pingPong);
  return await repeat(times, pingPong);
}
