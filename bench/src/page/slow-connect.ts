/** @module How long connecting takes over a slow network, with each handshake that the client supports. */
import { createConnection, type ConnectionOptions } from '@longwire/client';
import { timed } from './repeat.ts';

/** Milliseconds from connect() to connected. */
export interface SlowConnects {
  readonly pipelined: number[];
  readonly prepared: number[];
  readonly sequential: number[];
}

/** Milliseconds from connect() to connected. */
export async function connectMs(options: ConnectionOptions, isPrepared: boolean): Promise<number> {
  const connection = createConnection(options);
  if (isPrepared) await connection.prepare();
  const elapsedMs = await timed(async () => await connection.connect());
  await connection.close();
  return elapsedMs;
}

/** Milliseconds from connect() to connected; warm when the page has just made a request to the same origin. */
export async function tlsConnectMs(options: ConnectionOptions, isWarm: boolean): Promise<number> {
  const url = options.signalingServerUrl.replace(/^ws/u, 'http');
  // WebSockets are made with credentials, and share only a connection of requests with credentials. The answer is for the service's own pages.
  if (isWarm)
    await fetch(url, { mode: 'no-cors', credentials: 'include', cache: 'no-store' }).catch(() => undefined);
  return await connectMs(options, false);
}

/** All three alternate, so that a slow moment of the machine affects each of them. */
export async function slowConnectTimes(options: ConnectionOptions, times: number): Promise<SlowConnects> {
  const samples: SlowConnects = { pipelined: [], prepared: [], sequential: [] };
  const sequential = { ...options, handshake: 'sequential' } as const;
  // The first of each loads code and is not counted.
  for (const first of [options, sequential]) await connectMs(first, false);
  for (let round = 0; round < times; round += 1) {
    samples.sequential.push(await connectMs(sequential, false));
    samples.pipelined.push(await connectMs(options, false));
    samples.prepared.push(await connectMs(options, true));
  }
  return samples;
}
