/** @module The fixture that asserts after every test what has to hold after every test. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { leftInPages } from './load-test-page.ts';
import {
  leftBehind,
  openFiles,
  openPeers,
  requestFaults,
  showingSecrets,
  type WatchedProcess,
} from './watched.ts';

/** How long what a process has started may take to end after it, in milliseconds: ffmpeg sees it at its next frame. */
const END_MS = 15_000;

/** How many files more than at its start a process may have open after any number of tests: what it opens once, when first needed. */
const OPENED_ONCE = 16;

/** Pauses between looks, in milliseconds: a device notices within some that its client has left. */
const POLL_MS = [5, 10, 20, 50, 100, 250, 500];

type Oracles = (args: object, use: () => Promise<void>) => Promise<void>;

function makeOracles(arePeersAwaited: boolean): Oracles {
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  return async ({}, use) => {
    await use();
    await expectNothingLeftInPages();
    expect(requestFaults(), 'requests that were answered twice or run twice').toEqual([]);
    if (arePeersAwaited)
      await expect
        .poll(openPeers, {
          message: 'devices with peer connections left',
          intervals: POLL_MS,
          timeout: END_MS,
        })
        .toEqual([]);
    expect(showingSecrets(), "processes whose logs show a device's password or token").toEqual([]);
    await expect.poll(leftBehind, { message: 'processes that outlive theirs', timeout: END_MS }).toEqual([]);
  };
}

/** An automatic fixture, for every test. */
export const oracles: readonly [fixture: Oracles, options: { readonly auto: true }] = [
  makeOracles(true),
  { auto: true },
];

/** In its place with a hostile service, which may keep the device's side of a connection that its client has left. */
export const hostileOracles: Oracles = makeOracles(false);

/** Called before pages are closed; by the fixtures that close them, else by the oracles. */
export async function expectNothingLeftInPages(): Promise<void> {
  expect(await leftInPages(), 'calls, sockets and peer connections left in pages').toEqual([]);
}

/** Closes pages, and gives devices a moment to notice it: they learn it by signaling, so only while what the pages used still runs. */
export async function leavePages(pages: readonly Page[]): Promise<void> {
  await expectNothingLeftInPages();
  await Promise.all(pages.map(async (page) => await page.close()));
  for (const pauseMs of POLL_MS) {
    if (openPeers().length === 0) return;
    await delay(pauseMs);
  }
}

/** Called at the end of a worker: of the processes that its tests shared, none has kept a file or socket open for each of them. */
export async function expectFilesClosed(before: ReadonlyMap<WatchedProcess, number>): Promise<void> {
  const grown = (): readonly string[] =>
    [...before].flatMap(([process, files]) => {
      const more = process.isRunning ? openFiles(process.pid) - files : 0;
      return more > OPENED_ONCE ? [`${process.name}: ${more}`] : [];
    });
  await expect.poll(grown, { message: 'files and sockets left open', timeout: END_MS }).toEqual([]);
}
