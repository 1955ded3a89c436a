/** @module Fixtures of the tests with a relay: a service, a TURN server, a device and a browser on machines that reach each other only through the relay. */
import { test as base, type Page } from '@playwright/test';
import { instrument } from '../pages/instrument.ts';
import { Child } from './child.ts';
import { CHROMIUM_FLAGS, MICROPHONE_FLAG } from './chromium-flags.ts';
import { startDevice, type Device, type DeviceOptions, type Kind } from './device.ts';
import type { ExtendedTest } from './extended-test.ts';
import { openTestPage, startMachines } from './machines.ts';
import type { Networks } from './namespace.ts';
import { oracles } from './oracles.ts';
import { CANARY } from './paths.ts';
import type { Service } from './service.ts';
import { optionsFor, TestClient, type TestClientOptions } from './test-client.ts';
import { TRANSPORTS, type Transport, type TurnServer } from './turn-server.ts';

/** How a page uses its TURN servers. */
export interface RelayPageOptions {
  /** The only transport to use; all by default. */
  readonly transport?: Transport;
  /** Replaces the servers from the service. */
  readonly credentials?: { readonly username: string; readonly credential: string };
}

/** Shared by the tests of a worker. */
export interface RelayWorld {
  readonly networks: Networks;
  readonly turn: TurnServer;
  readonly service: Service;
  /** Another service, with further arguments of `serve`. */
  startService(args: readonly string[]): Promise<Service>;
  device(kind: Kind): Promise<Device>;
  /** Another device, at a service. */
  startDevice(at: Service, kind: Kind, options?: DeviceOptions): Promise<Device>;
  /** Opens the test page in a new tab of the browser. */
  openPage(options?: RelayPageOptions): Promise<Page>;
  /** Creates a client that uses only relays, in a new tab. */
  createClient(
    options?: RelayPageOptions & { kind?: Kind } & Partial<TestClientOptions>,
  ): Promise<TestClient>;
  /** Drops everything that the browser sends by UDP. Returns a function that ends it. */
  blockUdp(): () => void;
  /** Listens on a machine, on all of these addresses, and logs what arrives. */
  startCanary(machine: 'server' | 'device', port: number, ...addresses: string[]): Promise<Child>;
}

type RelayTest = ExtendedTest<typeof base, object, { readonly world: RelayWorld }>;

/** Runs in the page before its own scripts. */
function narrowTurnServers({ urls, credentials }: { urls: string[]; credentials: object }): void {
  const narrowed = (configuration: RTCConfiguration): RTCConfiguration => {
    const iceServers = (configuration.iceServers ?? []).map((server) => ({
      ...server,
      ...credentials,
      urls: [server.urls].flat().filter((url) => urls.includes(url)),
    }));
    return { ...configuration, iceServers: iceServers.filter((server) => server.urls.length > 0) };
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration: RTCConfiguration = {}) {
      super(narrowed(configuration));
    }

    override setConfiguration(configuration: RTCConfiguration = {}): void {
      super.setConfiguration(narrowed(configuration));
    }
  };
}

/** Drops everything that the browser sends by UDP. Returns a function that ends it. */
function blockUdp({ server }: Networks): () => void {
  const rule = ['pref', '5', 'ipproto', 'udp', 'iif', 'to-browser', 'blackhole'];
  // The kernel's first rule accepts everything for this machine.
  server.ip('rule', 'add', 'pref', '10', 'lookup', 'local');
  server.ip('rule', 'del', 'pref', '0');
  server.ip('rule', 'add', ...rule);
  return () => {
    server.ip('rule', 'add', 'pref', '0', 'lookup', 'local');
    server.ip('rule', 'del', 'pref', '10');
    server.ip('rule', 'del', ...rule);
  };
}

/** Playwright's test with the fixture above. */
export const test: RelayTest = base.extend<{ readonly oracles: void }, { readonly world: RelayWorld }>({
  oracles: [...oracles],
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      await using cleanUp = new AsyncDisposableStack();
      const { networks, turn, service, startService, browser } = await startMachines(cleanUp, {
        isForwarding: false,
        relayArgs: (started) =>
          [
            ['--ice-servers', JSON.stringify([{ urls: [started.stunUrl] }])],
            ['--turn-urls', TRANSPORTS.map((transport) => started.url(transport)).join(',')],
          ].flat(),
        browserFlags: (started) => [
          ...CHROMIUM_FLAGS.filter((flag) => flag !== MICROPHONE_FLAG),
          `--ignore-certificate-errors-spki-list=${started.keyHash}`,
        ],
      });
      const devices = new Map<Kind, Promise<Device>>();
      const keep = (child: Child): Child => cleanUp.adopt(child, async (started) => await started.stop());
      const openPage: RelayWorld['openPage'] = async ({ transport, credentials = {} } = {}) => {
        const context = await browser.newContext();
        const urls = [
          turn.stunUrl,
          ...(transport === undefined ? TRANSPORTS : [transport]).map((each) => turn.url(each)),
        ];
        await context.addInitScript(narrowTurnServers, { urls, credentials });
        await context.addInitScript(instrument);
        return await openTestPage(context);
      };
      const startOne: RelayWorld['startDevice'] = async (at, kind, options) => {
        const started = await startDevice(at, kind, { ...options, within: networks.device.within });
        keep(started.child);
        return started;
      };
      const device: RelayWorld['device'] = async (kind) => {
        const started = devices.get(kind) ?? startOne(service, kind);
        devices.set(kind, started);
        return await started;
      };
      await use({
        networks,
        turn,
        service,
        startService,
        device,
        startDevice: startOne,
        blockUdp: () => blockUdp(networks),
        openPage,
        createClient: async ({ transport, credentials, kind = 'longwire', ...options } = {}) => {
          const clientOptions = { ...optionsFor(await device(kind), service.webSocketUrl), ...options };
          const page = await openPage({
            ...(transport === undefined ? {} : { transport }),
            ...(credentials === undefined ? {} : { credentials }),
          });
          return await TestClient.create(page, { iceTransportPolicy: 'relay', ...clientOptions });
        },
        startCanary: async (machine, port, ...addresses) => {
          const args = [CANARY, '--port', String(port), ...addresses];
          const child = keep(new Child(`canary of the ${machine}`, args, [], networks[machine].within));
          await child.nextLine(/^listening$/u);
          return child;
        },
      });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect } from '@playwright/test';
