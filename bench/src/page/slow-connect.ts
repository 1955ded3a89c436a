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
