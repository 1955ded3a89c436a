/**
 * @module `npm run soak -- day`: ten viewers of a camera that is restarted now and then, and a browser that logs in, sends requests,
 * moves a megabyte through a stream and leaves, over and over; the memory of device and service once they have warmed up.
 */
import type { Page } from '@playwright/test';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../bench/src/bench-world.ts';
import { Child } from '../e2e/harness/child.ts';
import { OPEN_FLAGS } from '../e2e/harness/chromium-flags.ts';
import { startDevice, type Device } from '../e2e/harness/device.ts';
import globalSetup from '../e2e/harness/global-setup.ts';
import { launchChromium } from '../e2e/harness/launch-chromium.ts';
import { loadTestPage } from '../e2e/harness/load-test-page.ts';
import { residentMegabytes } from '../e2e/harness/resident-memory.ts';
import { RtspCamera } from '../e2e/harness/rtsp-camera.ts';
import { Service } from '../e2e/harness/service.ts';
import { optionsFor } from '../e2e/harness/test-client.ts';
import type { Outcome } from '../e2e/pages/outcome.ts';
import { ensureTools, FFMPEG, RTSP_SERVER } from '../scripts/system-tools.ts';
import { runPart, type PartOptions, type PartResult } from './part-options.ts';

const VIEWERS = 10;
const STREAM_BYTES = 1_000_000;
const REQUESTS = 100;
/** The stream of the device that is read to its end. */
const SINK_STREAM = 3;

const CAMERA_EVERY_MS = 60_000;
const CAMERA_AWAY_MS = 3_000;
const VISIT_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 10_000;

/** This share of the run warms up, and an hour of it at most. */
const WARM_SHARE = 0.4;
const HOUR_MS = 3_600_000;

/** Most growth of the heap in an hour after that, in MiB, and what a collection leaves more or less at any moment. */
const MAX_GROWTH_MIB = 1;
const NOISE_MIB = 1;

const ROOM = ['--login-burst', '100000', '--logins-per-second', '1000', '--max-sockets-per-address', '1000'];
const PROGRAMS = 'bench/src/programs';
const REPORTS_MEMORY = ['--expose-gc', '--import', `./${PROGRAMS}/with-memory-report.ts`];

/** At one moment, in MiB: resident memory, and the heap after a collection. */
interface Look {
  readonly atMs: number;
  readonly resident: number;
  readonly heap: number;
}

async function look(child: Child): Promise<Look> {
  const resident = residentMegabytes(child.pid) ?? Number.NaN;
  return { atMs: performance.now(), resident, heap: (await memoryOf(child)).heapUsed / 2 ** 20 };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The slope of a line through the looks, in MiB an hour. */
function growthAnHour(looks: readonly Look[], pick: (look: Look) => number): number {
  const [atMs, mib] = [mean(looks.map(({ atMs: at }) => at)), mean(looks.map(pick))];
  const both = looks.map((each) => (each.atMs - atMs) * (pick(each) - mib));
  return (mean(both) / mean(looks.map((each) => (each.atMs - atMs) ** 2))) * HOUR_MS;
}

function judge(name: string, looks: readonly Look[]): PartResult {
  const hours = ((looks.at(-1)?.atMs ?? 0) - (looks[0]?.atMs ?? 0)) / HOUR_MS;
  const [resident, heap] = [growthAnHour(looks, (at) => at.resident), growthAnHour(looks, (at) => at.heap)];
  const last = looks.at(-1);
  return {
    lines: [
      `${name}: ${last?.resident.toFixed(0)} MiB resident, ${resident.toFixed(1)} MiB an hour more; heap ${last?.heap.toFixed(1)} MiB, ${heap.toFixed(2)} MiB an hour more; over the last ${(hours * 60).toFixed(1)} minutes`,
    ],
    faults:
      heap * hours > MAX_GROWTH_MIB * hours + NOISE_MIB
        ? [`${name}: the heap grew by ${(heap * hours).toFixed(1)} MiB in ${(hours * 60).toFixed(1)} minutes`]
        : [],
  };
}

/** Connects, logs in, sends requests, moves bytes through a stream and leaves, in the page. */
async function visit(page: Page, device: Device, url: string): Promise<Outcome<void>> {
  return await page.evaluate(
    async ({ options, username, password, requests, port, bytes }) =>
      await window.attempt(async () => {
        const connection = window.longwire.createConnection(options);
        try {
          await connection.connect();
          await connection.authenticate({ username, password });
          for (let sent = 0; sent < requests; sent += 1) await connection.request('GET', '/reading');
          const { writable, closed } = await connection.openStream(port);
          const writer = writable.getWriter();
          await writer.write(new Uint8Array(bytes));
          await writer.close();
          await closed;
        } finally {
          await connection.close();
        }
      }),
    {
      options: optionsFor(device, url),
      username: device.username,
      password: device.password,
      requests: REQUESTS,
      port: SINK_STREAM,
      bytes: STREAM_BYTES,
    },
  );
}

async function openPage(ends: AsyncDisposableStack, url: string): Promise<Page> {
  const browser = await launchChromium(OPEN_FLAGS);
  ends.defer(async () => await browser.close());
  const page = await browser.newPage();
  await loadTestPage(page, url);
  return page;
}

/** Runs a task every so often until the end. */
async function every(ms: number, endMs: number, run: () => Promise<void>): Promise<void> {
  while (performance.now() + ms < endMs) {
    await delay(ms);
    await run();
  }
}

async function run({ minutes }: PartOptions): Promise<PartResult> {
  await ensureTools([FFMPEG, RTSP_SERVER]);
  await using ends = new AsyncDisposableStack();
  ends.defer(await globalSetup());
  const directory = ends.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-day-'))).path;
  const camera = await RtspCamera.create({ directory, sound: 'opus' });
  await camera.switchOn();
  ends.defer(async () => await camera.switchOff());
  const service = await Service.start({ args: ROOM, nodeOptions: REPORTS_MEMORY });
  ends.defer(async () => await service.stop());
  const device = await startDevice(service, 'longwire', {
    main: `${PROGRAMS}/device.ts`,
    args: ['--camera', camera.address()],
    nodeOptions: ['--expose-gc'],
  });
  ends.defer(async () => await device.child.stop());
  const { productId, deviceId, sct } = device;
  const target = JSON.stringify({ kind: 'device', url: service.webSocketUrl, productId, deviceId, sct });
  const viewers = new Child('viewers', [
    `${PROGRAMS}/clients.ts`,
    '--target',
    target,
    '--count',
    String(VIEWERS),
    '--watch',
  ]);
  ends.defer(async () => await viewers.stop());
  await viewers.nextLine(/^connected$/u);
  const page = await openPage(ends, service.url);
  const startedMs = performance.now();
  const endMs = startedMs + minutes * 60_000;
  const warmMs = Math.min(HOUR_MS, WARM_SHARE * minutes * 60_000);
  const looks: Record<'device' | 'service', Look[]> = { device: [], service: [] };
  const [faults, failed]: [string[], string[]] = [[], []];
  let [visits, cameraRestarts] = [0, 0];
  await Promise.all([
    every(VISIT_EVERY_MS, endMs, async () => {
      const outcome = await visit(page, device, service.webSocketUrl);
      visits += 1;
      if (!outcome.ok) failed.push(outcome.error.code ?? outcome.error.message);
    }),
    every(CAMERA_EVERY_MS, endMs, async () => {
      await camera.switchOff();
      await delay(CAMERA_AWAY_MS);
      await camera.switchOn();
      cameraRestarts += 1;
    }),
    every(LOOK_EVERY_MS, endMs, async () => {
      if (performance.now() - startedMs < warmMs) return;
      looks.device.push(await look(device.child));
      looks.service.push(await look(service.child));
    }),
  ]);
  const packets = viewers.nextLine(/^packets (\d+)$/u);
  viewers.signal('SIGUSR2');
  const results = [judge('device', looks.device), judge('service', looks.service)];
  if (failed.length > 0)
    faults.push(`${failed.length} of ${visits} visits failed: ${[...new Set(failed)].join(', ')}`);
  return {
    lines: [
      `${VIEWERS} viewers, ${(await packets)[1]} packets, ${visits} logins with ${REQUESTS} requests and a stream of ${STREAM_BYTES} bytes, ${cameraRestarts} restarts of the camera`,
      ...results.flatMap(({ lines }) => lines),
    ],
    faults: [...faults, ...results.flatMap((result) => result.faults)],
  };
}

await runPart(24 * 60, run);
