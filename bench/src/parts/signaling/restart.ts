/** @module How long five thousand devices take to return after the service restarts. */
import type { Child } from '@longwire/e2e';
import { cpuMs } from '../../process-usage.ts';
import type { Attached } from '../../programs/signaling-devices.ts';
import type { Report } from '../../report.ts';
import { rowsOf } from '../../rows.ts';
import { SignalingWorld, type Server } from '../../signaling-world.ts';
import type { PairTarget } from '../../wire/pair.ts';

const DEVICES = 5_000;
const ROUNDS = 2;
/** The time limit by which all devices are attached again, without a refusal, in seconds. */
const BOUND_S = 60;
const ATTACH_TIMEOUT_MS = 180_000;

const WHY =
  'each device proves its key: its challenge and the check of its signature cost CPU time, and the service starts later than the floor, because it opens its registry first.';

/** How a server ends: by SIGTERM or by SIGKILL. */
export type ServerEnd = 'stop' | 'kill';

/** Seconds from the moment the server listens until shares of the devices are attached. */
export interface Return {
  readonly half: number;
  readonly almostAll: number;
  readonly all: number;
  /** From the moment the old process got its signal to stop. */
  readonly allSinceStop: number;
  /** The largest share of the devices whose first wait fell into the same tenth of a second. */
  readonly busiestShare: number;
  /** CPU time of the server from that moment for one device, in microseconds. */
  readonly cpuMicroseconds: number;
}

/** Waits until the last device has attached. */
export async function allAttached(devices: Child): Promise<Attached> {
  const [, json = '{}'] = await devices.nextLine(/^all attached (.+)$/u, ATTACH_TIMEOUT_MS);
  return JSON.parse(json);
}

/** @throws Error when a listening server refused, disconnected or did not answer a device */
function checkFailure({ lastFailure }: Attached, listeningAt: number): void {
  if (lastFailure === undefined || lastFailure.at < listeningAt) return;
  const { code, reason } = lastFailure;
  throw new Error(`a device was refused after the restart: ${code} ${reason}`);
}

/** What is restarted, and the process of the devices that attach to it. */
export interface RestartPlan {
  readonly server: Server;
  readonly devices: Child;
  readonly count: number;
  readonly startAgain: (port: number) => Promise<Server>;
}

/** Restarts a server and waits until all devices are back. @throws Error when one was refused, or when it takes too long */
export async function restart(
  { server: { child, url }, devices, count, startAgain }: RestartPlan,
  end: ServerEnd,
): Promise<{ server: Server; taken: Return }> {
  const [returned, stoppedAt] = [allAttached(devices), Date.now()];
  returned.catch(() => undefined);
  await child[end]();
  const server = await startAgain(Number(new URL(url).port));
  const [listeningAt, cpuBefore] = [Date.now(), cpuMs(server.child.pid)];
  const attached = await returned;
  const cpuMicroseconds = ((cpuMs(server.child.pid) - cpuBefore) * 1000) / count;
  checkFailure(attached, listeningAt);
  const since = (at: number): number => (at - listeningAt) / 1000;
  const allSinceStop = (attached.all - stoppedAt) / 1000;
  if (allSinceStop > BOUND_S)
    throw new Error(`devices took too long to return: want ${BOUND_S} s, got ${allSinceStop} s`);
  const { half, almostAll, all, busiestShare } = attached;
  const times = { half: since(half), almostAll: since(almostAll), all: since(all), allSinceStop };
  return { server, taken: { ...times, busiestShare, cpuMicroseconds } };
}

interface RestartOptions {
  readonly first: Server;
  readonly target: PairTarget;
  readonly startAgain: (port: number) => Promise<Server>;
}

async function restarts(
  world: SignalingWorld,
  { first, target, startAgain }: RestartOptions,
): Promise<Return[]> {
  const devices = world.startLoad('signaling-devices', { target, count: DEVICES });
  await allAttached(devices);
  const times: Return[] = [];
  let server = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const restarted = await restart({ server, devices, count: DEVICES, startAgain }, 'stop');
    server = restarted.server;
    times.push(restarted.taken);
  }
  await devices.stop();
  await server.child.stop();
  return times;
}

/** The devices use their real back-off; the service is down for as long as a process takes to start. */
export async function measureSignalingRestart(): Promise<readonly Report[]> {
  await using world = new SignalingWorld();
  const bare = await world.startBareRelay();
  const floor = await restarts(world, {
    first: bare,
    target: { kind: 'bare', url: bare.url },
    startAgain: async (port) => await world.startBareRelay({ port }),
  });
  const registered = await world.register({ devices: DEVICES });
  const service = await world.startService(registered);
  const ours = await restarts(world, {
    first: service,
    target: { kind: 'service', fleet: { ...registered, url: service.url } },
    startAgain: async (port) => await world.startService(registered, { port }),
  });
  return [
    {
      title: `Signaling: ${DEVICES} devices attach again after a restart, none refused`,
      floor:
        'the same sockets, opened again on the same schedule, at a bare ws server that answers their first message',
      rows: rowsOf({ ours, floor }, [
        ['half of them, once it listens', 's', ({ half }) => half],
        ['99 in 100', 's', ({ almostAll }) => almostAll],
        ['all', 's', ({ all }) => all],
        ['all, from the order to stop', 's', ({ allSinceStop }) => allSinceStop],
      ]),
      why: WHY,
    },
  ];
}
