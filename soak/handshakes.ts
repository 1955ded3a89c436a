/**
 * @module `npm run soak -- handshakes`: connects from a page through the service to a device, each verified, with one request and a close;
 * on a clean line, then with three of ten packets lost each way: by one attempt, and by a session, which tries again.
 */
import type { Page } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import { OPEN_FLAGS } from '../e2e/harness/chromium-flags.ts';
import { DelayLoopback } from '../e2e/harness/delay-loopback.ts';
import { startDevice, type Device } from '../e2e/harness/device.ts';
import globalSetup from '../e2e/harness/global-setup.ts';
import { launchChromium } from '../e2e/harness/launch-chromium.ts';
import { loadTestPage } from '../e2e/harness/load-test-page.ts';
import { Service } from '../e2e/harness/service.ts';
import { optionsFor } from '../e2e/harness/test-client.ts';
import type { Outcome } from '../e2e/pages/outcome.ts';
import { runPart, type PartOptions, type PartResult } from './part-options.ts';

/** A line, how it is used, and the least share of its handshakes that succeed. */
interface Line {
  readonly name: string;
  readonly lossShare: number;
  readonly shakeHands: (world: World) => Promise<Outcome<number>>;
  readonly atOnce: number;
  readonly leastShare: number;
}

const LINES: readonly Line[] = [
  { name: 'clean, one attempt', lossShare: 0, shakeHands: connectOnce, atOnce: 2, leastShare: 0.999 },
  // They wait most of the time. Half of what is asked gets no answer: an attempt that gives up does so in words.
  { name: '30 % lost, one attempt', lossShare: 0.3, shakeHands: connectOnce, atOnce: 8, leastShare: 0 },
  { name: '30 % lost, a session', lossShare: 0.3, shakeHands: askInSession, atOnce: 8, leastShare: 0.95 },
];

/** How long a session may try, in milliseconds. */
const SESSION_MS = 60_000;

/** Address of a STUN server that is never contacted. */
const STUN_PORT = 9;

/** More than all of them. */
const ROOM = ['--login-burst', '100000', '--logins-per-second', '1000', '--max-sockets-per-address', '1000'];

/** How long the device may keep anything of a session that was closed, in milliseconds; lost packets delay the last ones. */
const LEFT_MS = 60_000;

interface World {
  readonly page: Page;
  readonly device: Device;
  readonly url: string;
}

/** From the socket to the end of the connection. Answers the status of its request. */
async function connectOnce({ page, device, url }: World): Promise<Outcome<number>> {
  return await page.evaluate(
    async ({ options, fingerprint }) =>
      await window.attempt(async () => {
        const connection = window.longwire.createConnection(options);
        try {
          await connection.connect();
          await connection.verifyFingerprint(fingerprint);
          return (await connection.request('GET', '/calls/1')).statusCode;
        } finally {
          await connection.close();
        }
      }),
    { options: optionsFor(device, url), fingerprint: device.fingerprint },
  );
}

/** The same in a session, which tries again for as long as the request may take. */
async function askInSession({ page, device, url }: World): Promise<Outcome<number>> {
  return await page.evaluate(
    async ({ options, fingerprint, timeoutMs }) =>
      await window.attempt(async () => {
        const session = window.longwire.createSession({ ...options, fingerprint });
        try {
          return (await session.request('GET', '/calls/1', { timeoutMs })).statusCode;
        } finally {
          await session.end();
        }
      }),
    { options: optionsFor(device, url), fingerprint: device.fingerprint, timeoutMs: SESSION_MS },
  );
}

/** What keeps the device's process alive, by kind, with how many of each. */
async function leftOf({ page, device, url }: World): Promise<ReadonlyMap<string, number>> {
  const names = await page.evaluate(
    async ({ options, timeoutMs }) => {
      const session = window.longwire.createSession(options);
      try {
        return (await session.request('GET', '/left', { timeoutMs })).json();
      } finally {
        await session.end();
      }
    },
    { options: optionsFor(device, url), timeoutMs: SESSION_MS },
  );
  if (!Array.isArray(names)) throw new Error('the device does not say what is left');
  return new Map(
    [...Map.groupBy(names.map(String), (name) => name)].map(([name, its]) => [name, its.length]),
  );
}

/** What is left that was not there before. */
async function leftBehind(world: World, before: ReadonlyMap<string, number>): Promise<string[]> {
  for (const endMs = performance.now() + LEFT_MS; ; await delay(1_000)) {
    const now = await leftOf(world);
    const more = [...now].filter(([name, count]) => count > (before.get(name) ?? 0) + 1);
    if (more.length === 0) return [];
    if (performance.now() > endMs)
      return more.map(
        ([name, count]) => `the device kept ${count} ${name}, and had ${before.get(name) ?? 0} before`,
      );
  }
}

async function runLine(
  world: World,
  { name, shakeHands, atOnce, leastShare }: Line,
  durationMs: number,
): Promise<PartResult> {
  await leftOf(world);
  const before = await leftOf(world);
  const endMs = performance.now() + durationMs;
  const outcomes: Outcome<number>[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < endMs) outcomes.push(await shakeHands(world));
    }),
  );
  const failed = outcomes.filter((outcome) => !outcome.ok || outcome.value !== 205);
  const words = failed.map((outcome) =>
    outcome.ok ? `status ${outcome.value}` : (outcome.error.code ?? `no code: ${outcome.error.message}`),
  );
  const share = 1 - failed.length / outcomes.length;
  const list = [...Map.groupBy(words, (word) => word)]
    .map(([word, its]) => `${word} ${its.length}`)
    .join(', ');
  const faults = await leftBehind(world, before);
  faults.push(...words.filter((word) => !word.startsWith('ERR_')));
  if (share < leastShare) faults.push(`${name}: ${share} of the handshakes succeeded, want ${leastShare}`);
  const percent = (100 * share).toFixed(2);
  return {
    lines: [`${name}: ${outcomes.length} handshakes, ${percent} % succeeded, failed: ${list || 'none'}`],
    faults,
  };
}

async function run({ minutes, seed }: PartOptions): Promise<PartResult> {
  await using ends = new AsyncDisposableStack();
  ends.defer(await globalSetup());
  const service = await Service.start({ args: ROOM });
  ends.defer(async () => await service.stop());
  const browser = await launchChromium(OPEN_FLAGS);
  ends.defer(async () => await browser.close());
  const results: PartResult[] = [];
  for (const line of LINES) {
    const cable = { roundTripMs: 20, lossShare: line.lossShare, seed };
    const cables = new DelayLoopback({ browser: { roundTripMs: 0 }, device: cable });
    ends.defer(async () => await cables.stop());
    const urls = await cables.service(service.webSocketUrl, STUN_PORT);
    const args = ['--journal', '/dev/null', '--service', urls.device];
    const device = await startDevice(service, 'longwire', { main: 'e2e/peers/numbered-device.ts', args });
    ends.defer(async () => await device.child.stop());
    const page = await browser.newPage();
    await loadTestPage(page, service.url);
    results.push(await runLine({ page, device, url: urls.browser }, line, (minutes * 60_000) / LINES.length));
    await page.close();
  }
  return { lines: results.flatMap(({ lines }) => lines), faults: results.flatMap(({ faults }) => faults) };
}

await runPart(10, run);
