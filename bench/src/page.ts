/** @module What the browser measures: our client, and the floors that nothing over WebRTC can go below. */
import { createConnection, type ConnectionOptions } from '@longwire/client';
import { openFloorPair } from './floor-pair.ts';

/** An answer that needs no rights: 404 before login. */
const PATH = '/iam/me';

/** A peer outside the page that echoes every message of its channel, reached through the bench program. */
export interface EchoPeer {
  /** Takes an offer with all its candidates, answers the same. */
  answer(sdp: string): Promise<string>;
}

async function timed(task: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

/** A page's clock ticks every 100 µs: short things are timed in a row and divided. */
const IN_A_ROW = 20;

async function timedInARow(task: () => Promise<void>): Promise<number> {
  const elapsed = await timed(async () => {
    for (let round = 0; round < IN_A_ROW; round += 1) await task();
  });
  return elapsed / IN_A_ROW;
}

async function repeat(times: number, task: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < times; round += 1) samples.push(await task());
  return samples;
}

/** Milliseconds from createConnection() to the first answer of the device, each on a connection of its own. */
async function connectTimes(options: ConnectionOptions, times: number): Promise<number[]> {
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
async function connectFloor(times: number): Promise<number[]> {
  return await repeat(times, async () => {
    const started = performance.now();
    const pair = await openFloorPair();
    await pair.pingPong('first');
    const elapsed = performance.now() - started;
    pair.close();
    return elapsed;
  });
}

/** Milliseconds for one request and its answer, one after another on one connection. */
async function requestTimes(options: ConnectionOptions, times: number): Promise<number[]> {
  const connection = createConnection(options);
  await connection.connect();
  const request = async (): Promise<number> =>
    await timedInARow(async () => void (await connection.request('GET', PATH)));
  await repeat(times / 10, request);
  const samples = await repeat(times, request);
  await connection.close();
  return samples;
}

/** Milliseconds for a message of a request's size and its echo over a bare data channel to a bare peer of the device's library. */
async function requestFloor(peer: EchoPeer, times: number): Promise<number[]> {
  const pc = new RTCPeerConnection();
  const channel = pc.createDataChannel('echo');
  const opened = new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }));
  const gathered = new Promise<void>((resolve) => {
    pc.addEventListener('icegatheringstatechange', () => {
      if (pc.iceGatheringState === 'complete') resolve();
    });
  });
  await pc.setLocalDescription();
  await gathered;
  await pc.setRemoteDescription({ type: 'answer', sdp: await peer.answer(pc.localDescription?.sdp ?? '') });
  await opened;
  const message = JSON.stringify({ type: 0, requestId: '100000', method: 'GET', path: PATH });
  const pingPong = async (): Promise<number> =>
    await timedInARow(async () => {
      const echoed = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
      channel.send(message);
      await echoed;
    });
  await repeat(times / 10, pingPong);
  const samples = await repeat(times, pingPong);
  pc.close();
  return samples;
}

/** The measurements, as the bench program calls them. */
export interface Measurements {
  connectTimes: typeof connectTimes;
  connectFloor: typeof connectFloor;
  requestTimes: typeof requestTimes;
  requestFloor: typeof requestFloor;
}

declare global {
  interface Window {
    measurements: Measurements;
    answerEcho(sdp: string): Promise<string>;
  }
}

window.measurements = { connectTimes, connectFloor, requestTimes, requestFloor };
