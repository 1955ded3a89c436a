/** @module Fixtures of tests with a hostile service: the service, one device of each kind, and a page that all applications of a worker share. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { HostileService } from '../hostile/chromium/hostile-service.ts';
import type { RealDevice } from '../hostile/script.ts';
import { hostileWatch } from '../pages/hostile-watch.ts';
import { startDevice, type Device } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { test as base } from './fixtures.ts';
import { loadTestPage } from './load-test-page.ts';
import { hostileOracles } from './oracles.ts';
import { makeCertificate } from './tls-certificate.ts';

interface Hostile {
  readonly service: HostileService;
  /** The same over TLS, with HTTP/1.1 alone. */
  readonly tlsService: HostileService;
  device(kind: RealDevice): Promise<Device>;
  /** The page of the applications. */
  readonly page: Page;
}

interface HostileFixtures {
  readonly hostile: Hostile;
}

/** The tests' `test` with this fixture. */
export const test: ExtendedTest<typeof base, object, HostileFixtures> = base.extend<object, HostileFixtures>({
  oracles: hostileOracles,
  hostile: [
    async ({ shared, browser }, use) => {
      const service = await HostileService.start(shared.service.url);
      const files = makeCertificate(shared.service.directory);
      const tlsService = await HostileService.start(shared.service.url, {
        cert: readFileSync(files.cert, 'utf8'),
        key: readFileSync(files.key, 'utf8'),
      });
      const context = await browser.newContext({ ignoreHTTPSErrors: true });
      await context.addInitScript(hostileWatch);
      const page = await context.newPage();
      await loadTestPage(page, shared.pagesUrl);
      let unbound: Promise<Device> | undefined;
      await use({
        service,
        tlsService,
        page,
        device: async (kind) => {
          if (kind !== 'deployed-unbound') return await shared.device(kind);
          unbound ??= startDevice(shared.service, 'deployed', { args: ['--unbound-token'] });
          return await unbound;
        },
      });
      await context.close();
      await (await unbound)?.child.stop();
      await service.stop();
      await tlsService.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export { expect } from '@playwright/test';
