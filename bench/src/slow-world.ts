/** @module What is measured over a slow network: the service, STUN, a device and a browser, with long cables between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerFor,
  CHROMIUM_FLAGS,
  launchWithin,
  PAGE_ORIGIN,
  Service,
  startDevice,
  TurnServer,
  type CableQualities,
  type Device,
} from '@longwire/e2e';
import type { Page } from '@playwright/test';
import { COTURN, ensureTools } from '../../scripts/system-tools.ts';
import { buildPage, makeSite } from './build-page.ts';
import { measuredNode } from './measured-node.ts';
import { slowPlaces, type SlowPlaces } from './slow-places.ts';

const DEVICE = 'bench/src/programs/device.ts';

/** Candidates are to have addresses, and a page that Playwright answers for is to reach loopback. */
const FEATURES_OFF =
  '--disable-features=WebRtcHideLocalIpsWithMdns,LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets';

/** What a client of the page connects with. */
export interface SlowTarget {
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  readonly iceServers: RTCIceServer[];
}

/** Starts processes, and ends all of them. */
export class SlowWorld implements AsyncDisposable {
  readonly #ends: AsyncDisposableStack;
  readonly #places: SlowPlaces;
  readonly page: Page;
  readonly target: SlowTarget;

  private constructor(ends: AsyncDisposableStack, places: SlowPlaces, page: Page, target: SlowTarget) {
    this.#ends = ends;
    this.#places = places;
    this.page = page;
    this.target = target;
  }

  /** Whether the delay comes from network namespaces or from user space, as reports say it. */
  get delayedIn(): string {
    return `delay in ${this.#places.kind}`;
  }

  /** Starts everything. @throws Error when `BENCH_NETWORK` asks for network namespaces and the process may not make them */
  static async start(): Promise<SlowWorld> {
    await ensureTools([COTURN]);
    await using starting = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'longwire-bench-'));
    starting.defer(() => rmSync(folder, { recursive: true }));
    makeSite(folder);
    await buildPage(folder);
    const places = await slowPlaces();
    starting.defer(async () => await places.stop());
    const { address, within } = places.server;
    const stun = await TurnServer.start(address, within);
    starting.defer(async () => await stun.stop());
    const stunUrls = places.stun(stun.stunUrl);
    const told = JSON.stringify([{ urls: [stunUrls.device] }]);
    const service = await Service.start({
      host: address,
      within,
      console: folder,
      args: ['--login-burst', '100000', '--ice-servers', told],
    });
    starting.defer(async () => await service.stop());
    const urls = await places.service(service.webSocketUrl);
    const device: Device = await startDevice(service, 'longwire', {
      main: DEVICE,
      within: places.device.within,
      nodeOptions: measuredNode(),
      args: ['--service', urls.device],
    });
    starting.defer(async () => await device.child.stop());
    const flags = [...CHROMIUM_FLAGS, FEATURES_OFF, ...places.browser.flags];
    const browser = await launchWithin({ within: places.browser.within, directory: folder, flags });
    starting.defer(async () => await browser.close());
    const page = await browser.newPage();
    await answerFor(page, folder);
    await page.exposeFunction('changeAddress', () => places.changeAddress());
    await page.goto(PAGE_ORIGIN);
    await page.waitForFunction(() => 'measurements' in window);
    const { productId, deviceId, sct } = device;
    const iceServers = [{ urls: [stunUrls.browser] }];
    const target = { signalingServerUrl: urls.browser, productId, deviceId, sct, iceServers };
    return new SlowWorld(starting.move(), places, page, target);
  }

  async setCables(cables: CableQualities): Promise<void> {
    await this.#places.setCables(cables);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
