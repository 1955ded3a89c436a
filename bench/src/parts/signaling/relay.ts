/** @module Messages that the service relays, beside a bare server that forwards the same ones. */
import { inTurns, type Runs } from '../../in-turns.ts';
import { loadRows, measuredLoad, type Load } from '../../load.ts';
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
  return await measuredLoad(child, server.child);
}

/** Of the server, in per cent of a core. */
const cpuPercent = ({ cpuMicroseconds, perSecond }: Load): number => (cpuMicroseconds * perSecond) / 1e4;

function rows(what: string, runs: Runs<Load>): Row[] {
  return [
    ...loadRows(what, 'message', runs),
    ...rowsOf(runs, [[`${what}, CPU of the server`, '% of a core', cpuPercent]]),
  ];
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
    const runs = await inTurns(ROUNDS, {
      floor: async () => await load(world, bare, { kind: 'bare', url: bare.url }, kind),
      ours: async () => await load(world, service, target, kind),
    });
    all.push(...rows(what, runs));
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
