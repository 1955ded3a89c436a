/** @module WebKitGTK, driven through WebDriver (W3C). Debian's has no WebRTC; it shows how pages behave in Safari's engine. */
import { freePort } from '../../packages/signaling/src/test-support/free-port.fixture.ts';
import { ensureTools, WEBKIT } from '../../scripts/system-tools.ts';
import { Child } from './child.ts';

/** Time limit of one command, in milliseconds. */
const COMMAND_MS = 60_000;

/** One window of the browser. */
export class WebKit {
  readonly #driver: Child;
  readonly #display: Child;
  readonly #session: string;

  private constructor(driver: Child, display: Child, session: string) {
    this.#driver = driver;
    this.#display = display;
    this.#session = session;
  }

  /** Opens a window of a phone's width, with a profile of its own. */
  static async launch(): Promise<WebKit> {
    await ensureTools([WEBKIT]);
    const display = Child.ofCommand('Xvfb', ['Xvfb', '-displayfd', '1', '-screen', '0', '1280x1000x24']);
    const [, number] = await display.nextLine(/^(\d+)$/u);
    const port = await freePort();
    // Its sandbox needs namespaces that a container may not have.
    const env = [`DISPLAY=:${number}`, 'WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1'];
    const driver = Child.ofCommand('WebKitWebDriver', ['env', ...env, 'WebKitWebDriver', `--port=${port}`]);
    const base = `http://127.0.0.1:${port}/session`;
    const { sessionId } = await begin(base);
    const webKit = new WebKit(driver, display, `${base}/${sessionId}`);
    await webKit.#send('POST', '/window/rect', { width: 430, height: 932 });
    return webKit;
  }

  /** Loads a page. */
  async goTo(url: string): Promise<void> {
    await this.#send('POST', '/url', { url });
  }

  /** Loads the page again. */
  async reload(): Promise<void> {
    await this.#send('POST', '/refresh', {});
  }

  /** The text that a person sees. */
  async text(): Promise<string> {
    return String(await this.run('return document.body.innerText'));
  }

  /** Runs the body of a function in the page, and returns what it returns. */
  async run(script: string): Promise<unknown> {
    return await this.#send('POST', '/execute/sync', { script, args: [] });
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    await this.#send('DELETE', '');
    await this.#driver.stop();
    await this.#display.stop();
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    return await command(method, `${this.#session}${path}`, body);
  }
}

/** The driver takes a moment until it listens. */
async function begin(base: string): Promise<{ readonly sessionId: string }> {
  const until = Date.now() + COMMAND_MS;
  for (;;) {
    try {
      const { sessionId } = Object(await command('POST', base, { capabilities: {} }));
      return { sessionId: String(sessionId) };
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function command(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(COMMAND_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = Object(await answer.json());
  if (!answer.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}
