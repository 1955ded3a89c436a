/** @module The world of a benchmark over a slow network: the service, STUN, a device and a browser, with long cables between. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerFor,
  CHROMIUM_FLAGS,
  launchWithin,
  MICROPHONE_FLAG,
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

/** Allows a page that Playwright answers for to connect to loopback. */
const FEATURES_OFF = 'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets';

/** Hides the addresses of a page without the microphone, behind `.local` names. */
function browserFlags(hidesAddresses: boolean): string[] {
  return hidesAddresses
    ? [...CHROMIUM_FLAGS.filter((flag) => flag !== MICROPHONE_FLAG), `--disable-features=${FEATURES_OFF}`]
    : [...CHROMIUM_FLAGS, `--disable-features=WebRtcHideLocalIpsWithMdns,${FEATURES_OFF}`];
}

/** The options with which a client of the page connects. */
export interface SlowTarget {
  readonly signalingServerUrl: string;
  readonly productId: string;
  readonly deviceId: string;
  readonly sct: string;
  readonly iceServers: RTCIceServer[];
}

/** How a world differs from the default. */
export interface SlowWorldOptions {
  /** The service ends TLS itself, and speaks HTTP/2. */
  readonly isTls?: boolean;
  /** The browser hides its own addresses, as it does for most pages. */
  readonly hidesAddresses?: boolean;
  /** A file that the device shows as its camera. */
  readonly clip?: string;
}

/** What the service and its clients need for TLS; nothing without it. */
interface Tls {
  readonly serviceArgs: readonly string[];
  readonly deviceEnvironment: readonly string[];
  readonly browserFlags: readonly string[];
}

const NO_TLS: Tls = { serviceArgs: [], deviceEnvironment: [], browserFlags: [] };

/** A self-signed certificate for the service. */
function makeTls(folder: string, address: string): Tls {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  const names = `subjectAltName=IP:${address},IP:127.0.0.1`;
  execFileSync('openssl', [...made.split(' '), '-addext', names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return {
    serviceArgs: ['--tls-cert', cert, '--tls-key', key],
    deviceEnvironment: ['env', `NODE_EXTRA_CA_CERTS=${cert}`],
    browserFlags: ['--ignore-certificate-errors'],
  };
}

/** Starts processes, and stops all of them. */
export class SlowWorld implements AsyncDisposable {
  readonly #ends: AsyncDisposableStack;
  readonly #places: SlowPlaces;
  readonly #openPage: () => Promise<Page>;
  readonly page: Page;
  readonly target: SlowTarget;

  private constructor(
    ends: AsyncDisposableStack,
    places: SlowPlaces,
    openPage: () => Promise<Page>,
    { page, target }: Pick<SlowWorld, 'page' | 'target'>,
  ) {
    this.#ends = ends;
    this.#places = places;
    this.#openPage = openPage;
    this.page = page;
    this.target = target;
  }

  /** Whether the delay comes from network namespaces or from user space, as reports describe it. */
  get delayedIn(): string {
    return `delay in ${this.#places.kind}`;
  }

  /** Starts everything. @throws Error when `BENCH_NETWORK` asks for network namespaces and the process may not make them */
  static async start({
    isTls = false,
    hidesAddresses = false,
    clip,
  }: SlowWorldOptions = {}): Promise<SlowWorld> {
    await ensureTools([COTURN]);
    await using starting = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'longwire-bench-'));
    starting.defer(() => rmSync(folder, { recursive: true }));
    makeSite(folder);
    await buildPage(folder);
    const places = await slowPlaces();
    starting.defer(async () => await places.stop());
    const { address, within } = places.server;
    const tls = isTls ? makeTls(folder, address) : NO_TLS;
    const stun = await TurnServer.start(address, within);
    starting.defer(async () => await stun.stop());
    const stunUrls = places.stun(stun.stunUrl);
    const deviceIceServers = JSON.stringify([{ urls: [stunUrls.device] }]);
    const service = await Service.start({
      host: address,
      within,
      console: folder,
      args: ['--login-burst', '100000', '--ice-servers', deviceIceServers, ...tls.serviceArgs],
    });
    starting.defer(async () => await service.stop());
    const urls = await places.service(service.webSocketUrl);
    const device: Device = await startDevice(service, 'longwire', {
      main: DEVICE,
      within: [...places.device.within, ...tls.deviceEnvironment],
      nodeOptions: measuredNode(),
      args: ['--service', urls.device, ...(clip === undefined ? [] : ['--clip', clip])],
    });
    starting.defer(async () => await device.child.stop());
    const flags = [...browserFlags(hidesAddresses), ...places.browser.flags, ...tls.browserFlags];
    const browser = await launchWithin({ within: places.browser.within, directory: folder, flags });
    starting.defer(async () => await browser.close());
    const openPage = async (): Promise<Page> => {
      const opened = await browser.newPage();
      await answerFor(opened, folder);
      await opened.exposeFunction('changeAddress', () => places.changeAddress());
      await opened.goto(PAGE_ORIGIN);
      await opened.waitForFunction(() => 'measurements' in window);
      return opened;
    };
    const page = await openPage();
    const { productId, deviceId, sct } = device;
    const iceServers = [{ urls: [stunUrls.browser] }];
    const target = { signalingServerUrl: urls.browser, productId, deviceId, sct, iceServers };
    return new SlowWorld(starting.move(), places, openPage, { page, target });
  }

  /** Opens another page, which shares neither connections nor cache with the others. */
  async openPage(): Promise<Page> {
    return await this.#openPage();
  }

  async setCables(cables: CableQualities): Promise<void> {
    await this.#places.setCables(cables);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
