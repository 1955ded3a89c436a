/** @module `npm run bench`: what a person waits for, each beside its floor measured in the same run, on loopback. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, Service, startDevice, type Device } from '@longwire/e2e';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { ensureChromium } from '../../scripts/chromium.ts';
import { startEchoPeer } from './echo-peer.ts';
import { compare } from './statistics.ts';

const CONNECTS = 30;
const REQUEST_ROWS = 100;

async function buildPage(outDir: string): Promise<void> {
  writeFileSync(join(outDir, 'index.html'), '<!doctype html><script type="module" src="page.js"></script>');
  await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    resolve: { conditions: ['longwire-source', 'module', 'browser', 'production'] },
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry: 'page.ts', formats: ['es'], fileName: () => 'page.js' },
    },
  });
}

async function measure(page: Page, options: ReturnType<typeof connectionOptions>): Promise<void> {
  // Floor and product alternate, so that a slow moment of the machine meets both.
  const half = CONNECTS / 2;
  const floors: number[] = [];
  const connects: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    floors.push(
      ...(await page.evaluate(async (times) => await window.measurements.connectFloor(times), half)),
    );
    connects.push(
      ...(await page.evaluate(
        async (told) => await window.measurements.connectTimes(told.options, told.times),
        { options, times: half },
      )),
    );
  }
  console.log(
    compare('connect, to the first answer', connects, 'two bare peer connections in one page', floors),
  );
  const roundTripFloor = await page.evaluate(
    async (times) =>
      await window.measurements.requestFloor({ answer: async (sdp) => await window.answerEcho(sdp) }, times),
    REQUEST_ROWS,
  );
  const roundTrips = await page.evaluate(
    async (told) => await window.measurements.requestTimes(told.options, told.times),
    { options, times: REQUEST_ROWS },
  );
  console.log(compare('request round trip', roundTrips, 'raw data channel ping-pong', roundTripFloor));
}

function connectionOptions(
  service: Service,
  { productId, deviceId, sct }: Device,
): { signalingServerUrl: string; productId: string; deviceId: string; sct: string } {
  return { signalingServerUrl: service.webSocketUrl, productId, deviceId, sct };
}

async function main(): Promise<void> {
  const pages = mkdtempSync(join(tmpdir(), 'longwire-bench-'));
  await buildPage(pages);
  const service = await Service.start({ console: pages });
  const device = await startDevice(service, 'longwire');
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [...CHROMIUM_FLAGS, '--disable-features=WebRtcHideLocalIpsWithMdns'],
  });
  const echo = startEchoPeer();
  try {
    const page = await browser.newPage();
    await page.exposeFunction('answerEcho', async (sdp: string) => await echo.answer(sdp));
    await page.goto(service.url);
    await page.waitForFunction(() => 'measurements' in window);
    console.log(`${cpus().length} cores, ${process.version}, Chromium ${browser.version()}, loopback\n`);
    await measure(page, connectionOptions(service, device));
  } finally {
    echo.close();
    await browser.close();
    await device.child.stop();
    await service.stop();
    rmSync(pages, { recursive: true });
  }
}

await main();
