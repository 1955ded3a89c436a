/** @module A connection to which anything happens in any order: it connects once at most, closes once, and leaves nothing behind. */
import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createConnection } from '../create-connection.ts';
import { OUTSIDE, TIME, WorldRun, wrongSteps, type Happening } from '../world-run.fixture.ts';
import type { Connection } from './connection.ts';
import type { ConnectionOptions } from './options.ts';
import type { ConnectionStateName } from './state.ts';

/** A connection in a world. */
class ConnectionRun extends WorldRun {
  readonly lines: RTCRtpTransceiver[] = [];
  readonly connection: Connection;

  private constructor(world: FakeWorld, features: readonly string[], options: Partial<ConnectionOptions>) {
    super(world, features);
    this.connection = createConnection({ ...world.options, ...options });
  }

  static async start(
    features: readonly string[],
    options: Partial<ConnectionOptions>,
  ): Promise<ConnectionRun> {
    const world = await createFakeWorld({ turnReply: { iceServers: [{ urls: ['stun:service.example'] }] } });
    return new ConnectionRun(world, features, options);
  }
}

const CALLS: readonly Happening<ConnectionRun>[] = [
  ['prepare', (run) => run.call('prepare', run.connection.prepare())],
  ['prepare with a signal', (run) => run.call('prepare', run.connection.prepare({ signal: run.signal() }))],
  ['connect', (run) => run.call('connect', run.connection.connect())],
  ['connect with a signal', (run) => run.call('connect', run.connection.connect({ signal: run.signal() }))],
  ['close', (run) => run.call('close', run.connection.close())],
  ['close with a reason', (run) => run.call('close', run.connection.close({ reason: 'moved' }))],
  ['GET', (run) => run.call('GET', run.connection.request('GET', '/x'))],
  ['GET without answer', (run) => run.call('GET', run.connection.request('GET', '/silent'))],
  [
    'PUT of a large payload',
    (run) => run.call('PUT', run.connection.request('PUT', '/x', { payload: new Uint8Array(30_000) })),
  ],
  ['observe', (run) => run.call('observe', observe(run))],
  ['stream', (run) => run.call('stream', writeAndAbort(run))],
  ['checkAlive', (run) => run.call('checkAlive', run.connection.checkAlive())],
  ['refreshIceServers', (run) => run.call('refresh', run.connection.refreshIceServers())],
  ['getMe', (run) => run.call('getMe', run.connection.iam.getMe())],
  [
    'add a track',
    ({ connection, lines }) => {
      if (connection.state === 'connected')
        lines.push(connection.addTrack(asTrack(new FakeTrack('audio')), 'mic'));
    },
  ],
  [
    'remove a track',
    ({ connection, lines }) => {
      const line = lines.pop();
      if (line !== undefined && connection.state === 'connected') connection.removeTrack(line);
    },
  ],
  ['listen to stats', ({ connection }) => connection.on('stats', () => undefined)],
  ['listen to silence', ({ connection }) => connection.on('silence', () => undefined)],
];

const HAPPENINGS: readonly Happening<ConnectionRun>[] = [...TIME, ...OUTSIDE, ...CALLS];

async function observe({ connection }: ConnectionRun): Promise<void> {
  for await (const { statusCode } of connection.observe('/watched')) if (statusCode !== 205) break;
}

async function writeAndAbort({ connection }: ConnectionRun): Promise<void> {
  const stream = await connection.openStream(22);
  await stream.writable.abort();
}

/** The states that may follow each state; connecting has steps. */
const NEXT: Readonly<Record<ConnectionStateName, readonly ConnectionStateName[]>> = {
  idle: ['connecting', 'closed'],
  connecting: ['connecting', 'connected', 'closed'],
  connected: ['closed'],
  closed: [],
};

/** Everything that is not right about a connection to which this happens. */
async function faultsAfter(
  run: ConnectionRun,
  happenings: readonly Happening<ConnectionRun>[],
  isConnectedFirst: boolean,
): Promise<readonly string[]> {
  const { connection, world } = run;
  const states: ConnectionStateName[] = ['idle'];
  let closes = 0;
  connection.on('statechange', (state) => states.push(state));
  connection.on('close', () => (closes += 1));
  run.call('connect', connection.connect());
  if (isConnectedFirst) await world.settled();
  const faults: string[] = [];
  for (const [, happen] of happenings) {
    await happen(run);
    const isOver = connection.state === 'connected' && world.leftovers.peers === 0;
    if (isOver) faults.push('connected without an open peer connection');
  }
  run.heal();
  await run.passTime();
  faults.push(...run.pending());
  await connection.close();
  await world.settled();
  if (closes !== (states.includes('connected') ? 1 : 0)) faults.push(`${closes} close events`);
  return [...faults, ...wrongSteps(states, NEXT), ...run.left()];
}

test.each<[string, readonly string[], Partial<ConnectionOptions>]>([
  ['JSON and the sequential handshake', [], { handshake: 'sequential' }],
  ['JSON and initial servers', [], { iceServers: [] }],
  ['coap-ws/1 and stream/1', ['coap-ws/1', 'stream/1'], {}],
])(
  'with %s: each call ends with an answer or an error of the list, and the states come in order',
  async (_name, features, options) => {
    const some = fc.array(fc.constantFrom(...HAPPENINGS), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(some, fc.boolean(), async (happenings, isConnectedFirst) => {
        const run = await ConnectionRun.start(features, options);
        expect(await faultsAfter(run, happenings, isConnectedFirst)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);
