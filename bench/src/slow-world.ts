/** @module The world of a benchmark over a slow network: the service, STUN, a device and a browser, with long cables between. */
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, mkdtempSync } from 'node:fs';
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
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { COTURN, ensureTools, NETWORKS } from '../../scripts/system-tools.ts';
import { buildPage, makeSite } from './build-page.ts';
import type { CameraFiles } from './clip.ts';
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
  /** A camera that the device opens by ffmpeg, and a browser beside it as its own. */
  readonly camera?: CameraFiles;
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

/** What a world consists of. */
interface Parts {
  readonly places: SlowPlaces;
  readonly page: Page;
  readonly target: SlowTarget;
  readonly device: Device;
  readonly openPage: () => Promise<Page>;
  readonly openVisit: () => Promise<Visit>;
  readonly openCaller: () => Promise<Page>;
}

/** Pages of one person, which share storage and cache but no connections. */
export interface Visit extends AsyncDisposable {
  openPage(): Promise<Page>;
}

/** Starts processes, and stops all of them. */
export class SlowWorld implements AsyncDisposable {
  readonly #ends: AsyncDisposableStack;
  readonly places: SlowPlaces;
  readonly page: Page;
  readonly target: SlowTarget;
  readonly device: Device;
  /** Opens another page, which shares neither connections nor cache with the others. */
  readonly openPage: () => Promise<Page>;
  /** Opens pages that share what they store, and nothing with other pages. */
  readonly openVisit: () => Promise<Visit>;
  /** Opens a page of another browser, on the device's machine. */
  readonly openCaller: () => Promise<Page>;

  private constructor(ends: AsyncDisposableStack, parts: Parts) {
    this.#ends = ends;
    this.places = parts.places;
    this.page = parts.page;
    this.target = parts.target;
    this.device = parts.device;
    this.openPage = parts.openPage;
    this.openVisit = parts.openVisit;
    this.openCaller = parts.openCaller;
  }

  /** Whether the delay comes from network namespaces or from user space, as reports describe it. */
  get delayedIn(): string {
    return `delay in ${this.places.kind}`;
  }

  /** Starts everything. @throws Error when `BENCH_NETWORK` asks for network namespaces and the process may not make them */
  static async start({
    isTls = false,
    hidesAddresses = false,
    clip,
    camera,
  }: SlowWorldOptions = {}): Promise<SlowWorld> {
    await ensureTools([COTURN, NETWORKS]);
    await using starting = new AsyncDisposableStack();
    const folder = starting.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-bench-'))).path;
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
      isWatched: false,
      within: [...places.device.within, ...tls.deviceEnvironment],
      nodeOptions: measuredNode(),
      args: [
        '--service',
        urls.device,
        ...(clip === undefined ? [] : ['--clip', clip]),
        ...(camera?.streams ?? []).flatMap((stream) => ['--camera', stream]),
      ],
    });
    starting.defer(async () => await device.child.stop());
    const flags = [...browserFlags(hidesAddresses), ...places.browser.flags, ...tls.browserFlags];
    const browser = await launchWithin({ within: places.browser.within, directory: folder, flags });
    starting.defer(async () => await browser.close());
    const openIn = async (opener: Browser | BrowserContext): Promise<Page> => {
      const opened = await opener.newPage();
      await answerFor(opened, folder);
      await opened.exposeFunction('changeAddress', () => places.changeAddress());
      await opened.goto(PAGE_ORIGIN);
      await opened.waitForFunction(() => 'measurements' in window);
      return opened;
    };
    const openPage = async (): Promise<Page> => await openIn(browser);
    const openVisit = async (): Promise<Visit> => {
      const context = await browser.newContext();
      return {
        openPage: async () => await openIn(context),
        [Symbol.asyncDispose]: async () => await context.close(),
      };
    };
    const ends = new AsyncDisposableStack();
    const openCaller = async (): Promise<Page> => {
      const raw = camera === undefined ? [] : [`--use-file-for-fake-video-capture=${camera.raw}`];
      const directory = mkdtempSync(join(folder, 'caller-'));
      const caller = await launchWithin({
        within: places.device.within,
        directory,
        flags: [...flags, ...raw],
      });
      ends.defer(async () => await caller.close());
      return await openIn(caller);
    };
    const page = await openPage();
    const { productId, deviceId, sct } = device;
    const iceServers = [{ urls: [stunUrls.browser] }];
    const started = starting.move();
    ends.defer(async () => await started.disposeAsync());
    const target = { signalingServerUrl: urls.browser, productId, deviceId, sct, iceServers };
    return new SlowWorld(ends, { places, page, target, device, openPage, openVisit, openCaller });
  }

  async setCables(cables: CableQualities): Promise<void> {
    await this.places.setCables(cables);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
