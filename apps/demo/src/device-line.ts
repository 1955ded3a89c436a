/** @module The demo device's line to its viewers, simulated in this process: narrow or wide, switched while it is used. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { WebSocket, WebSocketServer } from 'ws';
import { DelayedDatagrams, linesOf, LOOPBACK, moveCandidates, type Endpoint } from './line/index.ts';

/** A line that carries the small picture and not the large one. */
const NARROW = linesOf({ roundTripMs: 40, bitsPerSecond: 1_000_000, queueMs: 300 });
/** A line that changes nothing. */
const WIDE = linesOf({ roundTripMs: 0 });

/**
 * The device attaches to the service at {@link DeviceLine.url}, where the addresses of both ends are replaced in the messages that pass: so
 * device and browser reach each other only by sockets of this process.
 */
export class DeviceLine {
  readonly #service: string;
  readonly #server: WebSocketServer;
  readonly #datagrams: DelayedDatagrams;
  #isNarrow = true;

  private constructor(service: string) {
    this.#service = service.replace(/^http/u, 'ws');
    // Proxies have the machine's own addresses, because browsers connect to others than loopback.
    this.#datagrams = new DelayedDatagrams(NARROW, {}, ({ address }) =>
      isOwnAddress(address) ? address : LOOPBACK,
    );
    this.#server = new WebSocketServer({ host: LOOPBACK, port: 0, perMessageDeflate: false });
    this.#server.on('connection', (device, request) => this.#connect(device, request));
  }

  /** Starts a narrow line to a service. */
  static async start(service: string): Promise<DeviceLine> {
    const line = new DeviceLine(service);
    await once(line.#server, 'listening');
    return line;
  }

  /** Where the device attaches. */
  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the line has no port');
    return `ws://${LOOPBACK}:${address.port}`;
  }

  get isNarrow(): boolean {
    return this.#isNarrow;
  }

  /** Makes the line wide, or narrow again; what is in flight arrives. */
  switch(): void {
    this.#isNarrow = !this.#isNarrow;
    this.#datagrams.set(this.#isNarrow ? NARROW : WIDE);
  }

  stop(): void {
    for (const device of this.#server.clients) device.terminate();
    this.#server.close();
    this.#datagrams.stop();
  }

  /** Passes the messages of one attachment on. */
  #connect(device: WebSocket, { url = '/', headers: { host } }: IncomingMessage): void {
    // The device's proof is for the host that it has addressed.
    const headers = host === undefined ? {} : { host };
    const service = new WebSocket(`${this.#service}${url}`, device.protocol, {
      headers,
      perMessageDeflate: false,
    });
    device.pause();
    service.on('open', () => device.resume());
    device.on('message', (data: Buffer) => service.send(this.#carry(data.toString('utf8'), 'far')));
    service.on('message', (data: Buffer) => device.send(this.#carry(data.toString('utf8'), 'near')));
    for (const [from, to] of [
      [device, service],
      [service, device],
    ] as const) {
      from.on('error', () => to.terminate());
      from.on('close', (code, reason) => end(to, code, reason));
    }
  }

  /** Replaces the addresses in a message for one end of the line; the device is at the near one. */
  #carry(text: string, to: 'near' | 'far'): string {
    return moveCandidates(text, (place: Endpoint) =>
      isOwnAddress(place.address) ? this.#datagrams.proxy(to, place) : undefined,
    );
  }
}

/** Whether it is an IPv4 address of this machine. */
function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return own.some((each) => each.family === 'IPv4' && each.address === address);
}

/** Closes a socket as its other end was closed. */
function end(socket: WebSocket, code: number, reason: Buffer): void {
  if (code === 1005 || code === 1006) socket.terminate();
  else socket.close(code, reason);
}
