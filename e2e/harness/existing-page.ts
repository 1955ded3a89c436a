/** @module A typical existing page, in Chromium and in Firefox: tests call the functions of its script by name. */
import type { Browser } from 'puppeteer-core';
import type { ExtendedTest } from './extended-test.ts';
import { launchFirefox } from './firefox.ts';
import { test } from './fixtures.ts';
import { forEachKindOf } from './for-each-kind.ts';
import { optionsFor } from './test-client.ts';

/** The page API that the drivers of both browsers share. */
interface Tab {
  evaluate(expression: string): Promise<unknown>;
}

/** The page and its console output. */
export class ExistingPage {
  readonly consoleLines: readonly string[];
  readonly #tab: Tab;

  constructor(tab: Tab, consoleLines: readonly string[]) {
    this.#tab = tab;
    this.consoleLines = consoleLines;
  }

  /** Calls a function of the page's script. Its result is passed as JSON. */
  async call(name: string, ...args: readonly unknown[]): Promise<unknown> {
    return await this.evaluate(`${name}(${args.map((each) => JSON.stringify(each)).join()})`);
  }

  /** Evaluates an expression in the page. */
  async evaluate(expression: string): Promise<unknown> {
    return await this.#tab.evaluate(expression);
  }
}

type BrowserKind = 'Chromium' | 'Firefox';

interface PageFixtures {
  readonly browserKind: BrowserKind;
  /** Opens the page at an origin, by default the test pages' one, which is not the service's. */
  readonly openExisting: (origin?: string) => Promise<ExistingPage>;
  /** The page, with the options of the device set. */
  readonly existing: ExistingPage;
  /** The page, connected. */
  readonly connected: ExistingPage;
}

interface WorkerPageFixtures {
  /** Starts with the first test that needs it, and ends with the worker. */
  readonly firefox: () => Promise<Browser>;
}

type PageTest = ExtendedTest<typeof test, PageFixtures, WorkerPageFixtures>;

export const pageTest: PageTest = test.extend<PageFixtures, WorkerPageFixtures>({
  firefox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      let started: Promise<Browser> | undefined;
      await use(() => (started ??= launchFirefox()));
      await (await started)?.close();
    },
    { scope: 'worker' },
  ],
  browserKind: ['Chromium', { option: true }],
  openExisting: async ({ browserKind, context, firefox, shared }, use) => {
    const closes: (() => Promise<void>)[] = [];
    await use(async (origin = shared.pagesUrl) => {
      const lines: string[] = [];
      const url = `${origin}/existing-page.html`;
      if (browserKind === 'Chromium') {
        const page = await context.newPage();
        page.on('console', (message) => lines.push(message.text()));
        await page.goto(url);
        return new ExistingPage(page, lines);
      }
      const page = await (await firefox()).newPage();
      closes.push(async () => await page.close());
      page.on('console', (message) => lines.push(message.text()));
      await page.goto(url);
      return new ExistingPage(page, lines);
    });
    for (const close of closes) await close();
  },
  existing: async ({ openExisting, device, signalingUrl }, use) => {
    const page = await openExisting();
    await page.call('setOptions', optionsFor(device, signalingUrl));
    await use(page);
  },
  connected: async ({ existing }, use) => {
    const answer = await existing.call('connect');
    if (answer !== 'no error') throw new Error(`connect() failed: ${JSON.stringify(answer)}`);
    await use(existing);
  },
});

/** Defines the same tests in each browser. */
export function forEachBrowser(define: (browser: BrowserKind) => void): void {
  for (const browserKind of ['Chromium', 'Firefox'] as const) {
    pageTest.describe(`${browserKind}:`, () => {
      pageTest.use({ browserKind });
      // Reason: the first test of a worker starts Firefox and a device.
      pageTest.slow(browserKind === 'Firefox');
      define(browserKind);
    });
  }
}

/** The same, with each kind of device. */
export function forEachBrowserAndKind(define: (kind: 'longwire' | 'deployed') => void): void {
  forEachBrowser(() => forEachKindOf(pageTest, define));
}
