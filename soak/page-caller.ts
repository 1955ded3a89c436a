/** @module A page in a real Chromium that makes numbered calls, and can be restarted. */
import type { Browser, Page } from '@playwright/test';
import type { Device } from '../e2e/harness/device.ts';
import { loadTestPage } from '../e2e/harness/load-test-page.ts';
import { TestSession } from '../e2e/harness/link-session.ts';
import type { CallEvent } from '../e2e/pages/numbered-calls.ts';

/** How many numbers each page has. */
const NUMBERS = 10_000_000;

/** How many calls of a page are under way at any time. */
const AT_ONCE = 16;

/** The time limit of a call in the client, in milliseconds. Reason: longer than the client takes to notice that a killed device is gone. */
export const CALL_TIMEOUT_MS = 20_000;

/** Where a page is loaded from, and where it connects. */
interface Addresses {
  readonly url: string;
  readonly webSocketUrl: string;
}

/** What a caller reports. */
export interface CallerEvents {
  readonly happened: (event: CallEvent) => void;
  /** The page is gone, and with it whatever waited for a call. */
  readonly gone: () => void;
}

/** The page, again and again. */
export class PageCaller {
  readonly #browser: Browser;
  readonly #device: Device;
  readonly #service: Addresses;
  readonly #events: CallerEvents;
  #page: Page | undefined;
  #generation = 0;

  constructor(
    browser: Browser,
    { device, service }: { readonly device: Device; readonly service: Addresses },
    events: CallerEvents,
  ) {
    this.#browser = browser;
    this.#device = device;
    this.#service = service;
    this.#events = events;
  }

  /** Opens a page, which calls from then on. */
  async open(): Promise<void> {
    const page = await this.#browser.newPage();
    await loadTestPage(page, this.#service.url);
    await this.#begin(page);
  }

  async reload(): Promise<void> {
    const page = this.#leave();
    await loadTestPage(page, this.#service.url);
    await this.#begin(page);
  }

  /** As when a tab crashes: nothing of the page runs again. */
  async close(): Promise<void> {
    await this.#leave().close();
  }

  /** Begins no further call. */
  async stop(): Promise<void> {
    await this.#page?.evaluate(() => window.numberedCalls.stop());
  }

  /** Reports what has happened. */
  async take(): Promise<void> {
    const page = this.#page;
    if (page === undefined) return;
    // A page that is closed or reloaded now has nothing more to say; its calls count as gone with it.
    const events = await page.evaluate(() => window.numberedCalls.take()).catch(() => []);
    if (page === this.#page) events.forEach(this.#events.happened);
  }

  async #begin(page: Page): Promise<void> {
    await TestSession.begin(page, this.#device, { signalingServerUrl: this.#service.webSocketUrl });
    this.#generation += 1;
    await page.evaluate(
      (plan) => void (window.numberedCalls = new window.NumberedCalls(window.sessionProbe.session, plan)),
      {
        first: this.#generation * NUMBERS,
        atOnce: AT_ONCE,
        timeoutMs: CALL_TIMEOUT_MS,
        username: this.#device.username,
      },
    );
    this.#page = page;
  }

  #leave(): Page {
    const page = this.#page;
    if (page === undefined) throw new Error('no page is open');
    this.#page = undefined;
    this.#events.gone();
    return page;
  }
}
