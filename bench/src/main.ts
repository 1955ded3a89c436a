/** @module `npm run bench [-- <part> …]`: latencies and resource costs, each compared with its floor from the same run, on loopback. */
import { cpus, loadavg } from 'node:os';
import { ensureTools, FFMPEG } from '../../scripts/system-tools.ts';
import { BenchWorld } from './bench-world.ts';
import { ConsoleWorld } from './console-world.ts';
import { measureConnect } from './parts/connect.ts';
import { measureConsole, measureConsoleMemory } from './parts/console.ts';
import { measureBulk, measureExchange } from './parts/exchange.ts';
import { measureFirstFrame } from './parts/first-frame.ts';
import { measureFirstLogin } from './parts/first-login.ts';
import { measureHttp2Connect } from './parts/http2-connect.ts';
import { measureMemoryOfConnects } from './parts/memory-connects.ts';
import { measureMemory } from './parts/memory.ts';
import { measureNarrowCut } from './parts/narrow/cut.ts';
import { measureNarrowFirstPicture } from './parts/narrow/first-picture.ts';
import { measureNarrowFirstUse } from './parts/narrow/first-use.ts';
import { narrowLoss } from './parts/narrow/loss.ts';
import { measureNarrowQueue } from './parts/narrow/queue.ts';
import { narrowRate } from './parts/narrow/rates.ts';
import { measureNarrowDownload, measureNarrowViewers } from './parts/narrow/shared.ts';
import { measureReconnect } from './parts/reconnect.ts';
import { measureRequests } from './parts/requests.ts';
import { measureSignalingLogins } from './parts/signaling/logins.ts';
import { measureSignalingMemory } from './parts/signaling/memory.ts';
import { measureSignalingNodes } from './parts/signaling/nodes.ts';
import { measureSignalingRelay } from './parts/signaling/relay.ts';
import { measureSignalingRestart } from './parts/signaling/restart.ts';
import { measureSlowConnect } from './parts/slow-connect.ts';
import { measureTrackRequest } from './parts/track-request.ts';
import { measureTunnel } from './parts/tunnel.ts';
import { measureViewers } from './parts/viewers.ts';
import { formatReport, type Report } from './report.ts';

type Measure = () => Promise<readonly Report[]>;

/** Parts with a service, devices and a browser; ffmpeg makes the cameras' video. */
function inWorld(measure: (world: BenchWorld) => Promise<readonly Report[]>): Measure {
  return async () => {
    await ensureTools([FFMPEG]);
    await using world = await BenchWorld.start();
    return await measure(world);
  };
}

/** Parts with the built console, a service, a device and a browser. */
function withConsole(measure: (world: ConsoleWorld) => Promise<readonly Report[]>): Measure {
  return async () => {
    await using world = await ConsoleWorld.start();
    return await measure(world);
  };
}

/** Parts by name; one word before a hyphen selects all parts that start with it. */
const PARTS = new Map<string, Measure>([
  ['connect', inWorld(measureConnect)],
  ['slow-connect', measureSlowConnect],
  ['track-request', measureTrackRequest],
  ['reconnect', measureReconnect],
  ['http2-connect', measureHttp2Connect],
  ['exchange', inWorld(measureExchange)],
  ['first-login', inWorld(measureFirstLogin)],
  ['bulk', inWorld(measureBulk)],
  ['requests', inWorld(measureRequests)],
  ['memory', inWorld(measureMemory)],
  ['memory-connects', inWorld(measureMemoryOfConnects)],
  ['viewers', inWorld(measureViewers)],
  ['first-frame', inWorld(measureFirstFrame)],
  ['tunnel', inWorld(measureTunnel)],
  ['console', withConsole(measureConsole)],
  ['console-memory', withConsole(measureConsoleMemory)],
  ['narrow-2mbit', narrowRate({ megabits: 2, seconds: 25 })],
  ['narrow-1mbit', narrowRate({ megabits: 1, seconds: 20 })],
  ['narrow-queue', measureNarrowQueue],
  ['narrow-loss2', narrowLoss(0.02)],
  ['narrow-loss5', narrowLoss(0.05)],
  ['narrow-cut', measureNarrowCut],
  ['narrow-viewers', measureNarrowViewers],
  ['narrow-download', measureNarrowDownload],
  ['narrow-first-picture', measureNarrowFirstPicture],
  ['narrow-first-use', measureNarrowFirstUse],
  ['signaling-memory', measureSignalingMemory],
  ['signaling-relay', measureSignalingRelay],
  ['signaling-logins', measureSignalingLogins],
  ['signaling-restart', measureSignalingRestart],
  ['signaling-nodes', measureSignalingNodes],
]);

/** The load average of the last minute shows how quiet the machine was. */
function machine(): string {
  const [model = 'unknown'] = cpus().map((cpu) => cpu.model);
  const [minute = 0] = loadavg();
  return `${cpus().length} cores (${model}), Node ${process.version}, loopback, load ${minute.toFixed(2)}`;
}

function isSelected(part: string, name: string): boolean {
  return part === name || part.startsWith(`${name}-`);
}

async function main(names: readonly string[]): Promise<void> {
  const parts = [...PARTS.keys()];
  const unknown = names.filter((name) => !parts.some((part) => isSelected(part, name)));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}: ${parts.join(', ')}`);
  console.log(`${machine()} before\n`);
  for (const [part, measure] of PARTS) {
    if (names.length > 0 && !names.some((name) => isSelected(part, name))) continue;
    for (const report of await measure()) console.log(formatReport(report));
  }
  console.log(`${machine()} after`);
}

await main(process.argv.slice(2));
