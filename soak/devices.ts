/** @module `npm run soak -- devices`: thousands of devices that attach again after the service was restarted, by SIGTERM and by SIGKILL in turn. */
import { allAttached, restart, type Return, type ServerEnd } from '../bench/src/parts/signaling/restart.ts';
import { SignalingWorld } from '../bench/src/signaling-world.ts';
import { runPart, type PartOptions, type PartResult } from './part-options.ts';

const DEVICES = 5_000;

/** More than any part can open here: what it takes follows from the cost of one. */
const MORE = 20_000;

/** With jitter over half a second a fifth of the devices share a tenth of a second; without any, all do. */
const MAX_BUSIEST_SHARE = 0.4;

const SIGNALS: Readonly<Record<ServerEnd, string>> = { stop: 'SIGTERM', kill: 'SIGKILL' };

function lineOf(end: ServerEnd, all: readonly Return[]): string {
  const most = (pick: (times: Return) => number): string => Math.max(...all.map(pick)).toFixed(1);
  const cpu = Math.max(...all.map(({ cpuMicroseconds }) => cpuMicroseconds));
  return [
    `${DEVICES} devices after ${SIGNALS[end]}, ${all.length} times, the slowest: half back in ${most(({ half }) => half)} s once it listens`,
    `99 in 100 in ${most(({ almostAll }) => almostAll)} s, all in ${most(({ all: last }) => last)} s`,
    `all in ${most(({ allSinceStop }) => allSinceStop)} s from the signal`,
    `at most ${most(({ busiestShare }) => 100 * busiestShare)} % of first waits in one tenth of a second`,
    `${Math.round(cpu)} µs of CPU for one, so ${((cpu * MORE) / 1e6).toFixed(1)} s of one core for ${MORE} (by arithmetic)`,
  ].join(', ');
}

async function run({ minutes }: PartOptions): Promise<PartResult> {
  await using world = new SignalingWorld();
  const registered = await world.register({ devices: DEVICES });
  let server = await world.startService(registered);
  const target = { kind: 'service', fleet: { ...registered, url: server.url } } as const;
  const devices = world.startLoad('signaling-devices', { target, count: DEVICES });
  await allAttached(devices);
  const times: Record<ServerEnd, Return[]> = { stop: [], kill: [] };
  const faults: string[] = [];
  const endMs = performance.now() + minutes * 60_000;
  for (let round = 0; round < 2 || performance.now() < endMs; round += 1) {
    const end = round % 2 === 0 ? 'stop' : 'kill';
    const startAgain = async (port: number) => await world.startService(registered, { port });
    const restarted = await restart({ server, devices, count: DEVICES, startAgain }, end);
    server = restarted.server;
    const { taken } = restarted;
    times[end].push(taken);
    if (taken.busiestShare > MAX_BUSIEST_SHARE)
      faults.push(`${100 * taken.busiestShare} % of the devices came back in the same tenth of a second`);
  }
  return { lines: [lineOf('stop', times.stop), lineOf('kill', times.kill)], faults };
}

await runPart(2, run);
