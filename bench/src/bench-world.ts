/** @module The world of a benchmark: the real service, devices, bare peers, clients and a browser, each its own process. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, launchChromium, OPEN_FLAGS, Service, startDevice, type Device } from '@longwire/e2e';
import type { Credentials } from '@longwire/client';
import { codeOfStatus, CoapOptionNumber, encodeCoapFrame, uintOption } from '@longwire/protocol';
import type { Page } from '@playwright/test';
import { buildPage, makeSite } from './build-page.ts';
import { makeClip, type Clip } from './clip.ts';
import { measuredNode } from './measured-node.ts';
import type { Target } from './programs/client-peer.ts';
import type { MemoryReport } from './programs/memory-report.ts';

const PROGRAMS = 'bench/src/programs';

/** The length of the device's answer to the measured request, in bytes; messages of the bare peers have the same length. */
const ANSWER_BYTES = JSON.stringify({
  type: 1,
  requestId: '1000001',
  statusCode: 205,
  contentType: 50,
  payload: [...Buffer.from('{"celsius":21.5}')],
}).length;

/** The same in the binary framing. */
const BINARY_ANSWER_BYTES = encodeCoapFrame({
  code: codeOfStatus(205),
  token: new Uint8Array(2),
  options: [uintOption(CoapOptionNumber.CONTENT_FORMAT, 50)],
  payload: Buffer.from('{"celsius":21.5}'),
}).length;

/** More connections than any part opens. */
const ROOM = [
  '--max-clients-per-device',
  '200',
  '--max-sockets-per-address',
  '1000',
  '--login-burst',
  '100000',
];

/** A process that clients connect to. */
export interface Peer {
  readonly child: Child;
  readonly target: Target;
}

/** Options of a peer's program. */
export interface PeerOptions {
  /** The clip that it sends to viewers. */
  readonly clip?: Clip;
  /** The address of a camera that a device opens. */
  readonly camera?: string;
  /** The ports of its tunnels' destinations. */
  readonly tcpPeer?: TcpPeer;
}

/** The destinations of tunnels: one port reads, one sends. */
export interface TcpPeer {
  readonly sinkPort: string;
  readonly sourcePort: string;
}

/** Options of the clients' program. */
export interface ClientOptions {
  readonly count: number;
  readonly isWatching?: boolean;
  /** How long each client keeps one request pending, in seconds. */
  readonly loadSeconds?: number;
}

/** Starts processes, and stops all of them. */
export class BenchWorld implements AsyncDisposable {
  readonly #ends: AsyncDisposableStack;
  readonly #folder: string;
  readonly #service: Service;
  #clip: Clip | undefined;

  private constructor(ends: AsyncDisposableStack, folder: string, service: Service) {
    this.#ends = ends;
    this.#folder = folder;
    this.#service = service;
  }

  /** Starts the service. */
  static async start(): Promise<BenchWorld> {
    const ends = new AsyncDisposableStack();
    const folder = ends.use(mkdtempDisposableSync(join(tmpdir(), 'longwire-bench-'))).path;
    makeSite(folder);
    const service = await Service.start({ console: folder, args: ROOM });
    ends.defer(async () => await service.stop());
    return new BenchWorld(ends, folder, service);
  }

  /** The clip, made on first use. */
  get clip(): Clip {
    this.#clip ??= makeClip(this.#folder);
    return this.#clip;
  }

  /** Starts our device. */
  async startDevice({ clip, camera, tcpPeer }: PeerOptions = {}): Promise<
    Peer & { readonly target: Target & { kind: 'device' }; readonly credentials: Credentials }
  > {
    const device: Device = await startDevice(this.#service, 'longwire', {
      main: `${PROGRAMS}/device.ts`,
      isWatched: false,
      args: [
        ...(clip === undefined ? [] : ['--clip', clip.mp4]),
        ...(camera === undefined ? [] : ['--camera', camera]),
        ...(tcpPeer === undefined ? [] : ['--sink', tcpPeer.sinkPort, '--source', tcpPeer.sourcePort]),
      ],
      nodeOptions: measuredNode(),
    });
    this.#endLater(device.child);
    const { productId, deviceId, sct, username, password, child } = device;
    const url = this.#service.webSocketUrl;
    const target = { kind: 'device', url, productId, deviceId, sct } as const;
    return { child, target, credentials: { username, password } };
  }

  /** Starts a bare peer of the same library. */
  async startBarePeer({ clip }: PeerOptions = {}): Promise<Peer> {
    const clipFlags = clip === undefined ? [] : ['--clip', clip.annexB];
    const sizes = [
      '--answer-bytes',
      String(ANSWER_BYTES),
      '--binary-answer-bytes',
      String(BINARY_ANSWER_BYTES),
    ];
    const args = [`${PROGRAMS}/bare-peer.ts`, ...sizes, ...clipFlags];
    const child = new Child('bare peer', args, ['--expose-gc']);
    this.#endLater(child);
    const [, url = ''] = await child.nextLine(/^bare peer at (\S+)$/u);
    return { child, target: { kind: 'bare', url } };
  }

  /** Starts the destination of tunnels, which sends that many bytes. */
  async startTcpPeer(bytes: number): Promise<TcpPeer> {
    const child = new Child('tcp peer', [`${PROGRAMS}/tcp-peer.ts`, '--bytes', String(bytes)]);
    this.#endLater(child);
    const [, sinkPort = '', sourcePort = ''] = await child.nextLine(/sink (\d+) and source (\d+)$/u);
    return { sinkPort, sourcePort };
  }

  /** Starts clients in one separate process. Resolves when all are connected. */
  async startClients({ target }: Peer, { count, isWatching, loadSeconds }: ClientOptions): Promise<Child> {
    const child = new Child('clients', [
      `${PROGRAMS}/clients.ts`,
      '--target',
      JSON.stringify(target),
      '--count',
      String(count),
      ...(isWatching === true ? ['--watch'] : []),
      ...(loadSeconds === undefined ? [] : ['--load', String(loadSeconds)]),
    ]);
    this.#endLater(child);
    await child.nextLine(/^connected$/u);
    return child;
  }

  /** Opens a page that has the measurements; its bare connections go to `peer`. */
  async openPage(bare: Peer): Promise<Page> {
    await buildPage(this.#folder);
    const browser = await launchChromium(OPEN_FLAGS);
    this.#ends.defer(async () => await browser.close());
    const page = await browser.newPage();
    await page.exposeFunction('answerBare', async (body: string) => {
      const response = await fetch(bare.target.url, { method: 'POST', body });
      return await response.text();
    });
    await page.goto(this.#service.url);
    await page.waitForFunction(() => 'measurements' in window);
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }

  #endLater(child: Child): void {
    this.#ends.defer(async () => await child.stop());
  }
}

/** The options with which a client in the browser connects. */
export function connectionOptions({ url, productId, deviceId, sct }: Target & { kind: 'device' }): {
  signalingServerUrl: string;
  productId: string;
  deviceId: string;
  sct: string;
} {
  return { signalingServerUrl: url, productId, deviceId, sct };
}

/** A process's memory after a garbage collection. */
export async function memoryOf(child: Child): Promise<MemoryReport> {
  const line = child.nextLine(/^memory (.+)$/u);
  child.signal('SIGUSR2');
  const [, json = '{}'] = await line;
  return JSON.parse(json);
}
