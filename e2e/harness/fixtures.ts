/** @module The fixtures of all tests: one service and one device of each kind per worker, a page that has loaded the client. */
import { writeFileSync } from 'node:fs';
import { test as base, type Page, type TestInfo } from '@playwright/test';
import { instrument } from '../pages/instrument.ts';
import { HostileService, type Assignment } from '../hostile/chromium/hostile-service.ts';
import type { Child } from './child.ts';
import { startDevice, type Device, type DeviceOptions, type Kind } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { loadTestPage } from './load-test-page.ts';
import { expectFilesClosed, leavePages, oracles } from './oracles.ts';
import { startPageServer } from './page-server.ts';
import { Service, type ServiceOptions } from './service.ts';
import { SignalingProxy, type SignalingProxyOptions } from './signaling-proxy.ts';
import { optionsFor, TestClient, type TestClientOptions } from './test-client.ts';
import { openFiles } from './watched.ts';

export { KINDS } from './device.ts';
export type { Kind } from './device.ts';

/** Shared by the tests of a worker, which leave it as they found it. */
interface Shared {
  readonly service: Service;
  readonly pagesUrl: string;
  device(kind: Kind): Promise<Device>;
  /** Where clients connect to this kind of device: deployed services need the sequential handshake. */
  signalingUrl(kind: Kind): string;
  children(): readonly Child[];
}

/** Starts processes for one test, and ends them with it. */
interface Start {
  service(options?: ServiceOptions): Promise<Service>;
  device(service: Service, kind: Kind, options?: DeviceOptions): Promise<Device>;
  proxy(options: SignalingProxyOptions): Promise<SignalingProxy>;
  /** A hostile service in front of another, which runs a script. */
  hostileService(service: Service, assignment: Assignment): Promise<HostileService>;
  child(child: Child): Child;
}

interface WorkerFixtures {
  readonly shared: Shared;
}

interface TestFixtures {
  /** The kind of device that the test runs against. */
  readonly kind: Kind;
  readonly sharedLogs: void;
  readonly oracles: void;
  readonly device: Device;
  readonly signalingUrl: string;
  readonly start: Start;
  /** Loads the test page in a new tab, with the instruments installed. */
  readonly openPage: (path?: string) => Promise<Page>;
  /** Makes a client of the device in a new tab. */
  readonly createClient: (options?: Partial<TestClientOptions>) => Promise<TestClient>;
  /** The same, connected. */
  readonly connectClient: (options?: Partial<TestClientOptions>) => Promise<TestClient>;
}

type E2eTest = ExtendedTest<typeof base, TestFixtures, WorkerFixtures>;

/** Time limit for starting the processes that a worker shares, in milliseconds; it does not count for any test. */
const START_TIMEOUT_MS = 120_000;

interface Logged {
  readonly name: string;
  readonly log: string;
}

/** Keeps the processes' output beside the failed test's other results. */
async function attachLogs(testInfo: TestInfo, sources: readonly Logged[]): Promise<void> {
  for (const { name, log } of sources) {
    const path = testInfo.outputPath(`${name}.log`);
    writeFileSync(path, log);
    await testInfo.attach(name, { path, contentType: 'text/plain' });
  }
}

/** Playwright's test with the fixtures above. */
export const test: E2eTest = base.extend<TestFixtures, WorkerFixtures>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await Service.start();
      const pages = await startPageServer();
      const classic = await SignalingProxy.start({ upstream: service.webSocketUrl, isClassic: true });
      const devices = new Map<Kind, Promise<Device>>();
      const files = new Map([[service.child, openFiles(service.child.pid)]]);
      await use({
        service,
        pagesUrl: pages.url,
        device: async (kind) => {
          const device = devices.get(kind) ?? startDevice(service, kind);
          devices.set(kind, device);
          const { child } = await device;
          if (!files.has(child)) files.set(child, openFiles(child.pid));
          return await device;
        },
        signalingUrl: (kind) => (kind === 'deployed' ? classic.url : service.webSocketUrl),
        children: () => [...files.keys()],
      });
      await expectFilesClosed(files);
      for (const device of await Promise.allSettled(devices.values())) {
        if (device.status === 'fulfilled') await device.value.child.stop();
      }
      await classic.stop();
      await pages.stop();
      await service.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],

  oracles: [...oracles],

  kind: ['longwire', { option: true }],
  device: [
    async ({ shared, kind }, use) => await use(await shared.device(kind)),
    { timeout: START_TIMEOUT_MS },
  ],
  signalingUrl: async ({ shared, kind }, use) => await use(shared.signalingUrl(kind)),

  // oxlint-disable-next-line no-empty-pattern -- as above
  start: async ({}, use, testInfo) => {
    const children: Child[] = [];
    const proxies: SignalingProxy[] = [];
    const stops: (() => Promise<void>)[] = [];
    const keep = (child: Child): Child => {
      children.push(child);
      stops.unshift(async () => await child.stop());
      return child;
    };
    await use({
      service: async (options) => {
        const service = await Service.start(options);
        children.push(service.child);
        stops.unshift(async () => await service.stop());
        return service;
      },
      device: async (service, kind, options) => {
        const device = await startDevice(service, kind, options);
        keep(device.child);
        return device;
      },
      proxy: async (options) => {
        const proxy = await SignalingProxy.start(options);
        proxies.push(proxy);
        stops.unshift(async () => await proxy.stop());
        return proxy;
      },
      hostileService: async (service, assignment) => {
        const hostile = await HostileService.start(service.url);
        stops.unshift(async () => await hostile.stop());
        hostile.assign(assignment, { isHostile: true });
        return hostile;
      },
      child: keep,
    });
    for (const stop of stops) await stop();
    if (testInfo.status === testInfo.expectedStatus) return;
    await attachLogs(testInfo, [...children, ...proxies]);
  },

  // oxlint-disable-next-line no-unused-vars -- `start` is named so that its processes end after the pages
  openPage: async ({ context, shared, start }, use) => {
    await context.addInitScript(instrument);
    await use(async (path) => {
      const page = await context.newPage();
      if (path === undefined) await loadTestPage(page, shared.pagesUrl);
      else await page.goto(path);
      return page;
    });
    await leavePages(context.pages());
  },

  createClient: async ({ openPage, device, signalingUrl }, use) => {
    await use(
      async (options) =>
        await TestClient.create(await openPage(), { ...optionsFor(device, signalingUrl), ...options }),
    );
  },

  connectClient: async ({ createClient }, use) => {
    await use(async (options) => {
      const client = await createClient(options);
      await client.connect();
      return client;
    });
  },

  sharedLogs: [
    async ({ shared }, use, testInfo) => {
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      await attachLogs(testInfo, shared.children());
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
