/** @module Concurrent requests, large requests, and the password login, from a page to the measured device. */
import {
  ContentFormat,
  createConnection,
  createIceServerCache,
  createSession,
  type Connection,
  type ConnectionOptions,
  type Credentials,
} from '@longwire/client';
import { p256 } from '@noble/curves/nist.js';
import { FeaturelessSocket } from './featureless-socket.ts';
import { expectFraming, type Framing } from './framing.ts';
import { NaiveRequests } from './naive-requests.ts';
import { repeat, timed, timedInARow } from './repeat.ts';
import type { Throughput } from './tunnel.ts';

/** The payload of a concurrent request in each direction, in bytes. */
const ECHO_BYTES = 1024;
const IN_FLIGHT = 64;
const REQUESTS = 2000;

function expectBytes(answer: Uint8Array | undefined, bytes: number): void {
  if (answer?.length !== bytes)
    throw new Error(`wrong answer length: want ${bytes} bytes, got ${answer?.length}`);
}

/** A connection whose requests use that framing. */
async function connect(options: ConnectionOptions, framing: Framing): Promise<Connection> {
  // An offer in the upgrade would not pass through the socket that removes its features: nothing is remembered.
  const socket =
    framing === 'json' ? { WebSocket: FeaturelessSocket, iceServerCache: createIceServerCache() } : {};
  const connection = createConnection({ ...options, ...socket });
  await connection.connect();
  await expectFraming(connection, framing);
  return connection;
}

/** Milliseconds for one request and its answer, sequentially. */
export async function framedRequestTimes(
  options: ConnectionOptions,
  framing: Framing,
  times: number,
): Promise<number[]> {
  const connection = await connect(options, framing);
  const request = async (): Promise<number> =>
    await timedInARow(async () => await connection.request('GET', '/reading'));
  await repeat(times / 10, request);
  const samples = await repeat(times, request);
  await connection.close();
  return samples;
}

/** Requests per second with {@link IN_FLIGHT} requests always pending. */
async function rate(request: () => Promise<void>): Promise<number> {
  let left = REQUESTS;
  const worker = async (): Promise<void> => {
    for (; left > 0; left -= 1) await request();
  };
  const elapsedMs = await timed(async () => await Promise.all(Array.from({ length: IN_FLIGHT }, worker)));
  return (REQUESTS / elapsedMs) * 1000;
}

/** Requests per second with 64 pending, of our client in one framing and of the baseline, which always sends JSON, alternating. */
export async function inFlightRates(
  options: ConnectionOptions,
  framing: Framing,
  times: number,
): Promise<{ ours: number[]; naive: number[] }> {
  const [ours, base] = [await connect(options, framing), await connect(options, 'json')];
  const naive = await NaiveRequests.open(base.createDataChannel('nabto-coap'));
  const payload = crypto.getRandomValues(new Uint8Array(ECHO_BYTES));
  const samples = { ours: [] as number[], naive: [] as number[] };
  const byUs = async (): Promise<void> => {
    const { payload: echo } = await ours.request('POST', '/echo', {
      payload,
      contentFormat: ContentFormat.octetStream,
    });
    expectBytes(echo, ECHO_BYTES);
  };
  const byBaseline = async (): Promise<void> => expectBytes(await naive.post('/echo', payload), ECHO_BYTES);
  for (let round = -1; round < times; round += 1) {
    const taken = { ours: await rate(byUs), naive: await rate(byBaseline) };
    // The first of each is the warm-up.
    if (round < 0) continue;
    samples.ours.push(taken.ours);
    samples.naive.push(taken.naive);
  }
  await ours.close();
  await base.close();
  return samples;
}

/** Sends requests one at a time; each method resolves with the milliseconds for one. */
export interface SingleRequests {
  ours(count: number): Promise<number>;
  naive(count: number): Promise<number>;
  close(): Promise<void>;
}

async function inARow(count: number, task: () => Promise<unknown>): Promise<number> {
  const elapsedMs = await timed(async () => {
    for (let left = count; left > 0; left -= 1) await task();
  });
  return elapsedMs / count;
}

/** Our client with its default options, and the baseline, to the same device. */
export async function openSingleRequests(options: ConnectionOptions): Promise<SingleRequests> {
  const [ours, base] = [await connect(options, 'binary'), await connect(options, 'json')];
  const naive = await NaiveRequests.open(base.createDataChannel('nabto-coap'));
  return {
    ours: async (count) => await inARow(count, async () => await ours.request('GET', '/reading')),
    naive: async (count) => await inARow(count, async () => await naive.get('/reading')),
    close: async () => {
      await ours.close();
      await base.close();
    },
  };
}

/** Throughput of a large request and of a large answer, in megabytes per second. */
export async function largeRequests(
  options: ConnectionOptions,
  { bytes, times }: { readonly bytes: number; readonly times: number },
): Promise<Throughput> {
  const connection = await connect(options, 'binary');
  const payload = new Uint8Array(bytes);
  const up = async (): Promise<void> => {
    const { statusCode } = await connection.request('POST', '/large', {
      payload,
      contentFormat: ContentFormat.octetStream,
    });
    if (statusCode !== 204) throw new Error(`large request failed: want status 204, got ${statusCode}`);
  };
  const down = async (): Promise<void> => {
    const { payload: answer } = await connection.request('GET', '/large');
    expectBytes(answer, bytes);
  };
  const megabytesPerSecond = async (task: () => Promise<void>): Promise<number> =>
    bytes / 1000 / (await timed(task));
  await up();
  await down();
  const throughput = {
    up: await repeat(times, async () => await megabytesPerSecond(up)),
    down: await repeat(times, async () => await megabytesPerSecond(down)),
  };
  await connection.close();
  return throughput;
}

/** N and M of RFC 9382 section 4, with precomputed tables as in the client. */
const M = p256.Point.fromHex('02886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f').precompute(
  4,
);
const N = p256.Point.fromHex('03d8bbd6c639c62937b04d997f38c3770719c629d7014d49a24b4f98baa1292b49').precompute(
  4,
);

function draw(): bigint {
  return p256.Point.Fn.fromBytes(p256.utils.randomSecretKey());
}

/** The multiplications of a password login: T = x*G + w*M and K = x*(S - w*N) on the client, and the same on the device. */
function curveWork(): void {
  const [x, y, w] = [draw(), draw(), draw()];
  const T = p256.Point.BASE.multiply(x).add(M.multiply(w));
  const S = p256.Point.BASE.multiply(y).add(N.multiply(w));
  const atClient = S.subtract(N.multiply(w)).multiply(x);
  const atDevice = T.subtract(M.multiply(w)).multiply(y);
  if (!atClient.equals(atDevice)) throw new Error('client and device computed different keys');
}

/** Milliseconds of the first password login of a page that loaded the login code while it connected. */
export async function firstLoginMs(options: ConnectionOptions, credentials: Credentials): Promise<number> {
  const { sct = '', ...rest } = options;
  let elapsedMs = Number.NaN;
  const login = async (connection: Connection): Promise<void> => {
    elapsedMs = await timed(async () => await connection.authenticate(credentials));
  };
  const session = createSession({ ...rest, sct, login });
  await session.ready();
  await session.end();
  return elapsedMs;
}

/** Milliseconds of a page's first login arithmetic and two requests. */
export async function firstLoginFloorMs(options: ConnectionOptions): Promise<number> {
  const connection = createConnection(options);
  await connection.connect();
  const elapsedMs = await timed(async () => await loginFloor(connection));
  await connection.close();
  return elapsedMs;
}

async function loginFloor(connection: Connection): Promise<void> {
  curveWork();
  await connection.request('GET', '/reading');
  await connection.request('GET', '/reading');
}

/** Milliseconds of a password login, and of its arithmetic with two requests, alternating on one connection. */
export async function loginTimes(
  options: ConnectionOptions,
  credentials: Credentials,
  times: number,
): Promise<{ ours: number[]; floor: number[] }> {
  const connection = createConnection(options);
  await connection.connect();
  const samples = { ours: [] as number[], floor: [] as number[] };
  for (let round = -10; round < times; round += 1) {
    const ours = await timed(async () => await connection.authenticate(credentials));
    const floor = await timed(async () => await loginFloor(connection));
    // The first ones load code and tables, and both ends compile them.
    if (round < 0) continue;
    samples.ours.push(ours);
    samples.floor.push(floor);
  }
  await connection.close();
  return samples;
}
