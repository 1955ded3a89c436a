/** @module What runs on the machines of the grid, and the path that a client finds there. */
import { mkdtempDisposableSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { NFTABLES, ensureTools, TAYGA } from '../../scripts/system-tools.ts';
import { Child } from '../harness/child.ts';
import { OPEN_FLAGS } from '../harness/chromium-flags.ts';
import { startDevice, type Device } from '../harness/device.ts';
import { launchWithin } from '../harness/link-browser.ts';
import { openTestPage } from '../harness/machines.ts';
import type { Namespace } from '../harness/namespace.ts';
import { Service } from '../harness/service.ts';
import { optionsFor, TestClient } from '../harness/test-client.ts';
import { TRANSPORTS, TurnServer } from '../harness/turn-server.ts';
import type { Cell, Path } from './cell.ts';
import { NatNetworks, type Family } from './nat-networks.ts';

/** What a client found. */
export interface Found {
  readonly path: Path;
  readonly relayProtocol?: string;
  /** From the call to the answer to a request, or to the error, in milliseconds. */
  readonly ms: number;
}

/** The candidates of a pair, by their types. */
interface PairTypes {
  readonly local: string;
  readonly remote: string;
  readonly relayProtocol: string | undefined;
  readonly isSelected: boolean;
}

/** The pairs of the page's connection that answer. */
async function answeringPairs(page: Page): Promise<readonly PairTypes[]> {
  return await page.evaluate(async () => {
    const reports = await window.probe.connection.getStats();
    const all = [...reports.values()];
    const selected = all.find(({ type }) => type === 'transport')?.selectedCandidatePairId;
    return all
      .filter(({ type, responsesReceived }) => type === 'candidate-pair' && responsesReceived > 0)
      .map(({ id, localCandidateId, remoteCandidateId }) => {
        const local = reports.get(localCandidateId);
        return {
          local: local.candidateType,
          remote: reports.get(remoteCandidateId).candidateType,
          relayProtocol: local.relayProtocol,
          isSelected: id === selected,
        };
      });
  });
}

function pathOf({ local, remote }: PairTypes): Path {
  if (local === 'relay' || remote === 'relay') return 'relay';
  return local === 'host' && remote === 'host' ? 'host' : 'srflx';
}

/** The best path first. */
const BEST_FIRST: readonly Path[] = ['host', 'srflx', 'relay'];

/** The pair that carries the connection in the end: a better one may be found after the first. Asserts its path, and that no pair of a better one answers. */
async function expectPath(page: Page, expected: Path): Promise<PairTypes> {
  let pairs: readonly PairTypes[] = [];
  const selected = (): PairTypes | undefined => pairs.find(({ isSelected }) => isSelected);
  const path = async (): Promise<Path | undefined> => {
    pairs = await answeringPairs(page);
    const pair = selected();
    return pair && pathOf(pair);
  };
  await expect.poll(path, { message: 'the path of the selected pair' }).toBe(expected);
  const better = new Set(BEST_FIRST.slice(0, BEST_FIRST.indexOf(expected)));
  expect(pairs.filter((pair) => better.has(pathOf(pair)))).toEqual([]);
  const pair = selected();
  if (pair === undefined) throw new Error('no pair is selected');
  return pair;
}

/** Everything of one family. */
export class NatWorld {
  readonly #networks: NatNetworks;
  readonly #service: Service;
  readonly #browser: Browser;
  readonly #cleanUp: AsyncDisposableStack;
  readonly #devices = new Map<Namespace, Device>();

  private constructor(
    networks: NatNetworks,
    service: Service,
    browser: Browser,
    cleanUp: AsyncDisposableStack,
  ) {
    this.#networks = networks;
    this.#service = service;
    this.#browser = browser;
    this.#cleanUp = cleanUp;
  }

  /** Starts servers and a browser. @throws Error when the process may not create namespaces. */
  static async start(family: Family): Promise<NatWorld> {
    await ensureTools(family === 'NAT64' ? [NFTABLES, TAYGA] : [NFTABLES]);
    await using cleanUp = new AsyncDisposableStack();
    const directory = cleanUp.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-nat-'))).path;
    const networks = cleanUp.use(new NatNetworks(family, directory));
    if (family === 'NAT64') {
      const translator = Child.ofCommand('tayga', networks.translator);
      cleanUp.defer(async () => await translator.stop());
    }
    const [host, otherAddress] = networks.serverAddresses;
    const { within } = networks.internet;
    const turn = await TurnServer.start(host, within, otherAddress);
    cleanUp.defer(async () => await turn.stop());
    const hosts = new Set([host, networks.addressForBrowser]);
    const urls = [...hosts].flatMap((each) => TRANSPORTS.map((transport) => turn.url(transport, each)));
    const ice = ['--ice-servers', JSON.stringify([{ urls: [turn.stunUrl] }])];
    const args = [...ice, '--turn-urls', urls.join(','), '--turn-secret-file', turn.secretFile];
    const service = await Service.start({ host, within, args });
    cleanUp.defer(async () => await service.stop());
    const browser = await launchWithin({
      within: networks.browser.machine.within,
      directory,
      flags: [...OPEN_FLAGS, `--ignore-certificate-errors-spki-list=${turn.keyHash}`],
    });
    cleanUp.defer(async () => await browser.close());
    return new NatWorld(networks, service, browser, cleanUp.move());
  }

  /** Sets the routers, connects a client, and finds the path by which it reaches the device in the end. */
  async find({ browser, device, path }: Cell): Promise<Found> {
    const networks = this.#networks;
    const machine = device === 'neighbour' ? networks.neighbour : networks.device.machine;
    const target = await this.#device(machine);
    networks.browser.set(browser);
    if (device !== 'neighbour') networks.device.set(device);
    const page = await openTestPage(await this.#browser.newContext());
    const client = await TestClient.create(page, optionsFor(target, this.#urlForBrowser));
    const start = performance.now();
    try {
      await client.connect();
      await client.request('GET', '/p2p/webrtc-info');
    } catch (error) {
      if (path !== 'none') throw error;
      expect(error).toMatchObject({ code: 'ERR_PEER_FAILED' });
      return { path: 'none', ms: performance.now() - start };
    }
    const ms = performance.now() - start;
    const found = await expectPath(page, path);
    await page.context().close();
    return {
      path: pathOf(found),
      ms,
      ...(found.relayProtocol === undefined ? {} : { relayProtocol: found.relayProtocol }),
    };
  }

  get #urlForBrowser(): string {
    const { addressForBrowser: address } = this.#networks;
    const url = new URL(this.#service.webSocketUrl);
    url.hostname = isIPv6(address) ? `[${address}]` : address;
    return `ws://${url.host}`;
  }

  async #device(machine: Namespace): Promise<Device> {
    const running = this.#devices.get(machine);
    if (running !== undefined) return running;
    const device = await startDevice(this.#service, 'longwire', { within: machine.within });
    this.#cleanUp.defer(async () => await device.child.stop());
    this.#devices.set(machine, device);
    return device;
  }

  get family(): Family {
    return this.#networks.family;
  }

  async stop(): Promise<void> {
    await this.#cleanUp.disposeAsync();
  }
}
