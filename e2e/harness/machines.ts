/** @module What runs on the machines of network namespaces: a relay, a service configured with it, and a browser. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { answerFor, launchWithin, PAGE_ORIGIN } from './link-browser.ts';
import { loadTestPage } from './load-test-page.ts';
import { Networks, SERVER_ADDRESS } from './namespace.ts';
import { site } from './paths.ts';
import { Service } from './service.ts';
import { TurnServer } from './turn-server.ts';

/** How a world differs from the default. */
export interface MachinesOptions {
  /** Whether browser and device reach each other, and not only the server. */
  readonly isForwarding: boolean;
  /** The relay's configuration as arguments of `serve`; the secret is always added. */
  readonly relayArgs: (turn: TurnServer) => readonly string[];
  readonly browserFlags: (turn: TurnServer) => readonly string[];
}

/** The running processes. */
export interface Machines {
  readonly networks: Networks;
  readonly turn: TurnServer;
  readonly service: Service;
  /** Another service beside it, with further arguments. */
  readonly startService: (args: readonly string[]) => Promise<Service>;
  readonly browser: Browser;
}

/** Starts everything but the device; `cleanUp` ends it. */
export async function startMachines(
  cleanUp: AsyncDisposableStack,
  { isForwarding, relayArgs, browserFlags }: MachinesOptions,
): Promise<Machines> {
  const directory = cleanUp.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-machines-'))).path;
  const networks = cleanUp.adopt(new Networks({ isForwarding }), (made) => made.stop());
  const { within } = networks.server;
  const turn = await TurnServer.start(SERVER_ADDRESS, within);
  cleanUp.defer(async () => await turn.stop());
  const args = [...relayArgs(turn), '--turn-secret-file', turn.secretFile];
  const startService: Machines['startService'] = async (further) => {
    const started = await Service.start({ host: SERVER_ADDRESS, within, args: [...args, ...further] });
    cleanUp.defer(async () => await started.stop());
    return started;
  };
  const service = await startService([]);
  const flags = browserFlags(turn);
  const browser = await launchWithin({ within: networks.browser.within, directory, flags });
  cleanUp.defer(async () => await browser.close());
  return { networks, turn, service, startService, browser };
}

/** Loads the test page in a new tab of a browser that cannot reach a page server. */
export async function openTestPage(browser: Browser | BrowserContext): Promise<Page> {
  const page = await browser.newPage();
  await answerFor(page, site());
  await loadTestPage(page, PAGE_ORIGIN);
  return page;
}
