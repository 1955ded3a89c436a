/** @module How long connecting takes over a slow network, in each of the ways that the client knows. */
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

/** Milliseconds from connect() to connected; warm where the page has just asked the same origin for something. */
export async function tlsConnectMs(options: ConnectionOptions, isWarm: boolean): Promise<number> {
  const url = options.signalingServerUrl.replace(/^ws/u, 'http');
  // WebSockets are made with credentials: only what is fetched with them goes over the same connection. The answer is for the service's own pages.
  if (isWarm)
    await fetch(url, { mode: 'no-cors', credentials: 'include', cache: 'no-store' }).catch(() => undefined);
  return await connectMs(options, false);
}

/** All three take turns, so that a slow moment of the machine meets all. */
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
