/**
 * @module Long cables where network namespaces are not allowed: the service, STUN, a browser and a device all run on loopback, and reach each other
 * only through sockets of this process, which delay everything. Each has its own cable to the server; between them are both.
 */
import {
  DelayedDatagrams,
  linesOf,
  LOOPBACK,
  moveCandidates,
  NOWHERE,
  RateQueue,
  systemDelayClock,
  type CableLines,
  type CableQualities,
  type CableQuality,
  type Endpoint,
} from '@longwire/demo';
import { DelayedPort } from './delay-connections.ts';
import { SignalingProxy } from './signaling-proxy.ts';

/** The cable between one machine and the server. */
class Cable {
  readonly datagrams: DelayedDatagrams;
  /** Shared by datagrams and connections. */
  readonly #queues = { down: new RateQueue(systemDelayClock), up: new RateQueue(systemDelayClock) };
  #lines: CableLines;
  #ports: DelayedPort[] = [];

  constructor(quality: CableQuality) {
    this.#lines = linesOf(quality);
    this.datagrams = new DelayedDatagrams(this.#lines, this.#queues);
  }

  /** The port that this machine connects to, to reach a WebSocket server. */
  async url(target: string): Promise<string> {
    const opened = await DelayedPort.open(Number(new URL(target).port), this.#lines, this.#queues);
    this.#ports.push(opened);
    return `ws://${LOOPBACK}:${opened.port}`;
  }

  set(quality: CableQuality): void {
    this.#lines = linesOf(quality);
    for (const part of [this.datagrams, ...this.#ports]) part.set(this.#lines);
  }

  leave(): void {
    for (const part of [this.datagrams, ...this.#ports]) part.leave();
  }

  async stop(): Promise<void> {
    this.datagrams.stop();
    await Promise.all(this.#ports.map(async (port) => await port.stop()));
  }
}

/** How one machine sees the other: through its own cable and the other's. */
function seenThrough(from: DelayedDatagrams, to: DelayedDatagrams, of: Endpoint): Endpoint | undefined {
  if (!/^\d+\.\d+\.\d+\.\d+$/u.test(of.address) || of.port === NOWHERE.port) return undefined;
  // An address from STUN is already the one that the server sees.
  const outside = from.isProxySocket('far', of) ? of : from.proxy('far', of);
  return to.proxy('near', outside);
}

/** The cables of a browser and a device. */
export class DelayLoopback {
  readonly #browser: Cable;
  readonly #device: Cable;
  readonly #ends = new AsyncDisposableStack();

  constructor({ browser, device }: CableQualities) {
    this.#browser = new Cable(browser);
    this.#device = new Cable(device);
    this.#ends.defer(async () => await this.#browser.stop());
    this.#ends.defer(async () => await this.#device.stop());
  }

  /** The STUN URL for each machine, of a server on this machine's loopback. */
  stun(port: number): { readonly browser: string; readonly device: string } {
    const at = ({ datagrams }: Cable): string =>
      `stun:${LOOPBACK}:${datagrams.proxy('near', { address: LOOPBACK, port }).port}`;
    return { browser: at(this.#browser), device: at(this.#device) };
  }

  /** The WebSocket URL for each machine, of a service on this machine's loopback. The browser's messages carry its own STUN server and candidates. */
  async service(url: string, stunPort: number): Promise<{ browser: string; device: string }> {
    const stun = this.stun(stunPort);
    const proxy = await SignalingProxy.start({
      upstream: url,
      rewrite: ({ direction, message }) => {
        const text = JSON.stringify(message).replaceAll(stun.device, stun.browser);
        return JSON.parse(this.carry(text, direction === 'toDevice' ? 'toDevice' : 'toBrowser'));
      },
    });
    this.#ends.defer(async () => await proxy.stop());
    return { browser: await this.#browser.url(proxy.url), device: await this.#device.url(url) };
  }

  /** Replaces the addresses of one end's candidates by those that the other end sees. */
  carry(text: string, direction: 'toBrowser' | 'toDevice'): string {
    const [near, far] = [this.#browser.datagrams, this.#device.datagrams];
    const [from, to] = direction === 'toDevice' ? [near, far] : [far, near];
    return moveCandidates(text, (place) => seenThrough(from, to, place));
  }

  /** Replaces the cables; data in flight is not lost. */
  setCables({ browser, device }: CableQualities): void {
    this.#browser.set(browser);
    this.#device.set(device);
  }

  /** Gives the browser's machine another address; its open sockets become unreachable. */
  changeAddress(): void {
    this.#browser.leave();
  }

  async stop(): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
