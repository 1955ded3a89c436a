/** @module A narrow line that others use as well. */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Child } from '@longwire/e2e';
import { MIDDLE_STREAM, SUB_STREAM } from '../../clip.ts';
import { narrow, type Kind, type NarrowWorld } from '../../narrow-world.ts';
import type { Report } from '../../report.ts';
import type { Pick } from '../../rows.ts';
import { compared } from './runs.ts';

const MEGABITS = 4;
const SETTLED_MS = 10_000;
const WATCH_MS = 15_000;
/** What each has room for is between the usual two streams of a camera. */
const smaller = [MIDDLE_STREAM, SUB_STREAM];
const DOWNLOAD = 'bench/src/programs/download.ts';

/** Two viewers, each with its own connection. */
async function twoViewers(world: NarrowWorld, kind: Kind): Promise<readonly number[]> {
  const { viewer } = await world.viewClean(kind);
  const viewers = [viewer, await world.view(kind)];
  await world.setLine(narrow(MEGABITS));
  await delay(SETTLED_MS);
  const reports = await Promise.all(viewers.map(async (each) => await each.during(WATCH_MS)));
  for (const each of viewers) await each.end();
  return reports.map(({ bitsPerSecond }) => bitsPerSecond / 1e6);
}

/** How the server of a download finds its rate: by loss, as most do, or by delay. */
const CONTROLS = ['cubic', 'bbr'] as const;
type TcpControl = (typeof CONTROLS)[number];

/** Sets it in the server's network namespace; without one it stays that of the machine. */
function setTcpControl(within: readonly string[], control: TcpControl): void {
  const [command, ...args] = within;
  if (command !== undefined)
    execFileSync(command, [...args, 'sysctl', '-qw', `net.ipv4.tcp_congestion_control=${control}`]);
}

/** One viewer beside a download over TCP. Returns the rate of both. */
async function besideDownload(
  world: NarrowWorld,
  kind: Kind,
  control: TcpControl,
): Promise<readonly number[]> {
  const { server, browser } = world.slow.places;
  setTcpControl(server.within, control);
  const { viewer } = await world.viewClean(kind);
  await using ends = new AsyncDisposableStack();
  const start = (args: readonly string[], within: readonly string[]): Child => {
    const child = new Child('download', [DOWNLOAD, ...args], [], within);
    ends.defer(async () => await child.stop());
    return child;
  };
  const serving = start(['serve', server.address], server.within);
  const [, port = ''] = await serving.nextLine(/^serving at (\d+)$/u);
  await world.setLine(narrow(MEGABITS));
  const taking = start(['take', server.address, port], browser.within);
  await delay(SETTLED_MS);
  const counted = async (): Promise<number> => {
    const line = taking.nextLine(/^taken (\d+)$/u);
    taking.signal('SIGUSR2');
    return Number((await line)[1]);
  };
  const before = await counted();
  const startMs = performance.now();
  const { bitsPerSecond } = await viewer.during(WATCH_MS);
  const taken = (await counted()) - before;
  const downloadBits = (taken * 8 * 1000) / (performance.now() - startMs);
  await viewer.end();
  return [bitsPerSecond / 1e6, downloadBits / 1e6];
}

function at(rates: readonly number[], index: number): number {
  return rates[index] ?? Number.NaN;
}

function picks(one: string, other: string): readonly Pick<readonly number[]>[] {
  return [
    [one, 'Mbit/s', (rates) => at(rates, 0)],
    [other, 'Mbit/s', (rates) => at(rates, 1)],
    [`${one}, of both`, '%', (rates) => (100 * at(rates, 0)) / (at(rates, 0) + at(rates, 1))],
  ];
}

export const measureNarrowViewers: () => Promise<readonly Report[]> = compared({
  title: `Two viewers behind one line of ${MEGABITS} Mbit/s`,
  measure: twoViewers,
  picks: picks('one viewer', 'the other'),
  smaller,
  why: 'each viewer has a congestion control of its own.',
});

export async function measureNarrowDownload(): Promise<readonly Report[]> {
  const reports: Report[] = [];
  for (const control of CONTROLS)
    reports.push(
      ...(await compared({
        title: `One viewer beside a download by TCP (${control}), on a line of ${MEGABITS} Mbit/s`,
        measure: async (world, kind) => await besideDownload(world, kind, control),
        picks: picks('the viewer', 'the download'),
        smaller,
        why: 'the download keeps the queue full.',
      })()),
    );
  return reports;
}
