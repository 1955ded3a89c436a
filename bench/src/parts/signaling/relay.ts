/** @module Messages that the service relays, beside a bare server that forwards the same ones. */
import { cpuMs } from '../../process-usage.ts';
import type { RelayLoad } from '../../programs/signaling-load.ts';
import type { Report, Row } from '../../report.ts';
import { rowsOf } from '../../rows.ts';
import { SignalingWorld, type Server } from '../../signaling-world.ts';
import type { MessageKind } from '../../wire/messages.ts';
import type { PairTarget } from '../../wire/pair.ts';

const PAIRS = 100;
/** Of each pair and direction. */
const UNDER_WAY = 1;
const SECONDS = 3;
const ROUNDS = 3;

const WHY =
  'each message is read as JSON and checked, and what goes between service and device is wrapped in another message; the floor hands on the bytes.';

interface Load extends RelayLoad {
  /** CPU time of the server for one message, in microseconds. */
  readonly cpuMicroseconds: number;
}

async function load(
  world: SignalingWorld,
  server: Server,
  target: PairTarget,
  kind: MessageKind,
): Promise<Load> {
  const child = world.startLoad('signaling-load', {
    target,
    kind,
    pairs: PAIRS,
    'under-way': UNDER_WAY,
    seconds: SECONDS,
  });
  await child.nextLine(/^loading$/u);
  const before = cpuMs(server.child.pid);
  const [, json = '{}'] = await child.nextLine(/^result (.+)$/u);
  const spentMs = cpuMs(server.child.pid) - before;
  await child.stop();
  const result: RelayLoad = JSON.parse(json);
  return { ...result, cpuMicroseconds: (spentMs * 1000) / result.messages };
}

function rows(what: string, ours: readonly Load[], floor: readonly Load[]): Row[] {
  return rowsOf(ours, floor, [
    [`${what}, messages`, 'a second', ({ messagesPerSecond }) => messagesPerSecond],
    [`${what}, p50`, 'ms', ({ p50Ms }) => p50Ms],
    [`${what}, p99`, 'ms', ({ p99Ms }) => p99Ms],
    [`${what}, CPU for one message`, 'µs', ({ cpuMicroseconds }) => cpuMicroseconds],
    [
      `${what}, CPU of the server`,
      '% of a core',
      (load) => (load.cpuMicroseconds * load.messagesPerSecond) / 1e4,
    ],
  ]);
}

/** Candidates, descriptions, and both as connecting mixes them; both directions at once, at the server's maximum. */
export async function measureSignalingRelay(): Promise<readonly Report[]> {
  await using world = new SignalingWorld();
  const registered = await world.register({ devices: PAIRS });
  const service = await world.startService(registered);
  const bare = await world.startBareRelay();
  const target: PairTarget = { kind: 'service', fleet: { ...registered, url: service.url } };
  const all: Row[] = [];
  for (const [kind, what] of [
    ['candidate', 'candidates'],
    ['description', 'descriptions'],
    ['connect', 'what connecting says'],
  ] as const) {
    const [ours, floor]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      floor.push(await load(world, bare, { kind: 'bare', url: bare.url }, kind));
      ours.push(await load(world, service, target, kind));
    }
    all.push(...rows(what, ours, floor));
  }
  return [
    {
      title: `Signaling: messages between ${PAIRS} clients and ${PAIRS} devices`,
      floor: 'a bare ws server that forwards the same messages between pairs of sockets, unread',
      rows: all,
      why: WHY,
    },
  ];
}
