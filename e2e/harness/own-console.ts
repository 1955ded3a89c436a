/** @module A self-hosted console: the release build, in a sub-folder of a plain file server that sends no protective headers. */
import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from './build-console.ts';
import { Child } from './child.ts';
import type { ExtendedTest } from './extended-test.ts';
import type { Service } from './service.ts';
import { webTest } from './web-fixtures.ts';

/** A console that is not served by a service. */
class OwnConsole implements AsyncDisposable {
  readonly origin: string;
  readonly #folder: string;
  readonly #server: Child;
  #versions = 0;

  private constructor(origin: string, folder: string, server: Child) {
    this.origin = origin;
    this.#folder = folder;
    this.#server = server;
  }

  /** Serves the files of `built` below `/longwire/`. */
  static async start(built: string): Promise<OwnConsole> {
    const folder = mkdtempSync(join(tmpdir(), 'longwire-own-console-'));
    cpSync(built, join(folder, 'longwire'), { recursive: true });
    const program = ['python3', '-u', '-m', 'http.server', '0', '--bind', '127.0.0.1'];
    const server = Child.ofCommand('file server', [...program, '--directory', folder]);
    const [, port] = await server.nextLine(/^Serving HTTP on \S+ port (\d+) /u);
    return new OwnConsole(`http://127.0.0.1:${port}`, folder, server);
  }

  /** The address of its page, without the last slash. */
  get url(): string {
    return `${this.origin}/longwire`;
  }

  /** Creates or replaces longwire.json. The file server and browsers distinguish versions by whole seconds. */
  list(...services: readonly string[]): void {
    const file = join(this.#folder, 'longwire/longwire.json');
    writeFileSync(file, JSON.stringify({ services }));
    this.#versions += 1;
    utimesSync(file, this.#versions, this.#versions);
  }

  /** Stops answering, as without a network. */
  async stop(): Promise<void> {
    await this.#server.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The fixtures. */
interface OwnConsoleFixtures {
  readonly own: OwnConsole;
  /** A service that accepts pages of this console, and of no other origin. */
  readonly service: Service;
}

type OwnTest = ExtendedTest<typeof webTest, OwnConsoleFixtures, { readonly builtConsole: string }>;

/** The test with these fixtures. */
export const ownTest: OwnTest = webTest.extend<OwnConsoleFixtures, { readonly builtConsole: string }>({
  builtConsole: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'longwire-built-console-'));
      await buildConsole(folder, 'standalone');
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  own: async ({ builtConsole }, use) => {
    await using own = await OwnConsole.start(builtConsole);
    await use(own);
  },
  service: async ({ own, start }, use) => {
    const service = await start.service({ args: ['--allow-origin', own.origin] });
    own.list(service.webSocketUrl);
    await use(service);
  },
});
