/** @module A tab without user activation, inspected without causing one: Playwright's evaluate() counts as a gesture. */
import {
  expect,
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from '@playwright/test';

/** One tab. The first press activates it. */
export class UntouchedTab implements AsyncDisposable {
  readonly page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.#devtools = devtools;
  }

  static async open(browser: Browser, url: string, options: BrowserContextOptions): Promise<UntouchedTab> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(url);
    return new UntouchedTab(page, devtools);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }

  /** Evaluates in the page without a user gesture. */
  async look(inPage: (given: string) => unknown, given = ''): Promise<unknown> {
    const { result, exceptionDetails } = await this.#devtools.send('Runtime.evaluate', {
      expression: `(${inPage.toString()})(${JSON.stringify(given)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Presses a button, found by its name, at its position on the screen. */
  async press(name: string): Promise<void> {
    const place = async (): Promise<unknown> =>
      await this.look((wanted) => {
        const button = [...document.querySelectorAll('button:not(:disabled)')].find(
          (each) => (each.getAttribute('aria-label') ?? each.textContent).trim() === wanted,
        );
        button?.scrollIntoView({ block: 'nearest' });
        const box = button?.getBoundingClientRect();
        return box === undefined ? undefined : [box.x + box.width / 2, box.y + box.height / 2];
      }, name);
    await expect.poll(place, `a button ${name}`).toEqual([expect.any(Number), expect.any(Number)]);
    const [x, y] = [await place()].flat();
    await this.page.mouse.click(Number(x), Number(y));
  }
}
