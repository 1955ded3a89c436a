/** @module What is measured over a slow network: the service, STUN, a device and a browser, each on a machine of its own, with long cables between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerFor,
  BROWSER_ADDRESS,
  CHROMIUM_FLAGS,
  DelayNetwork,
  launchWithin,
  PAGE_ORIGIN,
  SERVER_ADDRESS,
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

const DEVICE = 'bench/src/programs/device.ts';
/** Another address of the browser's network, and the way out of it. */
const OTHER_ADDRESS = '198.51.100.20';
const BROWSER_GATEWAY = '198.51.100.1';

const NO_CABLE = { roundTripMs: 0 };

/** What a client of the page connects with. */
export interface SlowTarget {
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  readonly iceServers: RTCIceServer[];
}

/** What is reached from the old address is not any more. The kernel forgets the route with it. */
function changeAddress(machine: DelayNetwork['networks']['browser'], from: string, to: string): void {
  machine.ip('addr', 'del', `${from}/24`, 'dev', 'eth0');
  machine.ip('addr', 'add', `${to}/24`, 'dev', 'eth0');
  machine.ip('route', 'replace', 'default', 'via', BROWSER_GATEWAY);
}

/** Starts processes on machines, and ends all of them. */
export class SlowWorld implements AsyncDisposable {
  readonly #ends: AsyncDisposableStack;
  readonly #network: DelayNetwork;
  readonly page: Page;
  readonly target: SlowTarget;

  private constructor(ends: AsyncDisposableStack, network: DelayNetwork, page: Page, target: SlowTarget) {
    this.#ends = ends;
    this.#network = network;
    this.page = page;
    this.target = target;
  }

  /** Starts everything. @throws Error when the process may not make network namespaces. */
  static async start(): Promise<SlowWorld> {
    await ensureTools([COTURN]);
    await using starting = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'longwire-bench-'));
    starting.defer(() => rmSync(folder, { recursive: true }));
    makeSite(folder);
    await buildPage(folder);
    const network = await DelayNetwork.start({ browser: NO_CABLE, device: NO_CABLE });
    starting.defer(async () => await network.stop());
    const { server, browser: machine, device: place } = network.networks;
    const stun = await TurnServer.start(SERVER_ADDRESS, server.within);
    starting.defer(async () => await stun.stop());
    const iceServers = [{ urls: [stun.stunUrl] }];
    const service = await Service.start({
      host: SERVER_ADDRESS,
      within: server.within,
      console: folder,
      args: ['--login-burst', '100000', '--ice-servers', JSON.stringify(iceServers)],
    });
    starting.defer(async () => await service.stop());
    const options = { main: DEVICE, within: place.within, nodeOptions: measuredNode() };
    const device: Device = await startDevice(service, 'longwire', options);
    starting.defer(async () => await device.child.stop());
    const flags = [...CHROMIUM_FLAGS, '--disable-features=WebRtcHideLocalIpsWithMdns'];
    const browser = await launchWithin({ within: machine.within, directory: folder, flags });
    starting.defer(async () => await browser.close());
    const page = await browser.newPage();
    await answerFor(page, folder);
    let [address, other] = [BROWSER_ADDRESS, OTHER_ADDRESS];
    await page.exposeFunction('changeAddress', () => {
      changeAddress(machine, address, other);
      [address, other] = [other, address];
    });
    await page.goto(PAGE_ORIGIN);
    await page.waitForFunction(() => 'measurements' in window);
    const { productId, deviceId, sct } = device;
    const target = { signalingServerUrl: service.webSocketUrl, productId, deviceId, sct, iceServers };
    return new SlowWorld(starting.move(), network, page, target);
  }

  async setCables(cables: CableQualities): Promise<void> {
    await this.#network.setCables(cables);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
