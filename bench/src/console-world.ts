/** @module The world of the console's benchmark: its built page, the real service, a device with a camera, and a browser. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildConsole,
  launchChromium,
  OPEN_FLAGS,
  pairingLink,
  Service,
  startDevice,
  type Device,
} from '@longwire/e2e';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';

/** The address of the page that renders one heading with React. */
const BARE_FOLDER = 'bare';

/** Starts processes, and stops all of them. */
export class ConsoleWorld implements AsyncDisposable {
  readonly device: Device;
  readonly #ends: AsyncDisposableStack;
  readonly #service: Service;
  readonly #browser: Browser;

  private constructor(ends: AsyncDisposableStack, service: Service, device: Device, browser: Browser) {
    this.#ends = ends;
    this.#service = service;
    this.device = device;
    this.#browser = browser;
  }

  /** Builds the console and a bare page beside it, and starts everything. */
  static async start(): Promise<ConsoleWorld> {
    const ends = new AsyncDisposableStack();
    const folder = ends.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-bench-console-'))).path;
    await buildConsole(folder);
    await buildBarePage(join(folder, BARE_FOLDER));
    const service = await Service.start({ console: folder, args: ['--login-burst', '100000'] });
    ends.defer(async () => await service.stop());
    const device = await startDevice(service, 'longwire', { isWatched: false });
    ends.defer(async () => await device.child.stop());
    const browser = await launchChromium(OPEN_FLAGS);
    ends.defer(async () => await browser.close());
    return new ConsoleWorld(ends, service, device, browser);
  }

  /** The console's address. */
  get consoleUrl(): string {
    return `${this.#service.url}/`;
  }

  /** The address of the page that renders one heading with React. */
  get bareUrl(): string {
    return `${this.#service.url}/${BARE_FOLDER}/index.html`;
  }

  /** The pairing link of the device. */
  get link(): string {
    return pairingLink(this.#service.url, this.device);
  }

  /** Opens an empty tab in a new browser profile. */
  async openTab(): Promise<Page> {
    const context = await this.#browser.newContext();
    return await context.newPage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}

async function buildBarePage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    root: join(import.meta.dirname, 'page/bare-react'),
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
}
