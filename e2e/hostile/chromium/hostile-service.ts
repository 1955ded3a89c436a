/** @module The hostile service for a real browser: it serves the console as the real one does, and all messages to and from a device pass through it. */
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createHash } from 'node:crypto';
import { earlyMessages } from '@longwire/protocol';
import { createFakeIdentity, type FakeIdentity } from '@longwire/testing';
import { WebSocket, WebSocketServer } from 'ws';
import { close, listen } from '../../../scripts/listening.ts';
import type { Direction, WireMessage } from '../../harness/signaling-proxy.ts';
import { secretsIn } from '../impostor-resources.ts';
import type { Forgery } from '../rewrites.ts';
import { script, type HostileScript } from '../script.ts';
import { Tamperer, type Upstream, type Line } from '../tampering.ts';
import { Impostor } from './impostor.ts';
import { parseMessage, forwardLine } from './forward-line.ts';

const IDLE = script({ name: 'idle', attack: '', allowed: [] });
/** A certificate that belongs to no one, as an SDP names it. */
const FOREIGN_FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const SDP_FINGERPRINTS = /a=fingerprint:sha-256 ([0-9A-F:]+)/giu;
/** The tracks of the devices under attack. */
const TRACKS: Forgery['tracks'] = [
  { mid: '1', trackId: 'frontdoor-video', kind: 'video' },
  { mid: '2', trackId: 'frontdoor-audio', kind: 'audio' },
];

/** The contents of a certificate and its key. */
interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** The target of a script. */
export interface Assignment {
  readonly script: HostileScript;
  /** The device under attack. */
  readonly deviceId: string;
  readonly otherDevice: Forgery['otherDevice'];
}

/** One hostile service; it carries out one script at a time. */
export class HostileService {
  readonly #upstream: string;
  readonly #http: Server;
  readonly #scheme: string;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #clients = new Set<WebSocket>();
  /** The key of all impostors. */
  readonly identity: FakeIdentity;
  #port = 0;
  #assignment: Assignment = { script: IDLE, deviceId: '', otherDevice: { deviceId: '', sct: '' } };
  #tamperer: Tamperer = this.#makeTamperer();
  #impostors: Impostor[] = [];
  #connections = 0;
  #isHostile = true;
  /** The certificates that the device under attack has named to the service. */
  readonly #certificates = new Set<string>();

  private constructor(upstream: string, identity: FakeIdentity, tls: TlsFiles | undefined) {
    this.#upstream = upstream;
    this.identity = identity;
    this.#scheme = tls === undefined ? '' : 's';
    const handle: RequestListener = (request, response) => this.#passHttp(request, response);
    this.#http = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
    this.#http.on('upgrade', (request, socket, head) =>
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#connect(client, request)),
    );
  }

  /** Starts one in front of a real service, `http://…`; over TLS it speaks HTTP/1.1 only. */
  static async start(upstream: string, tls?: TlsFiles): Promise<HostileService> {
    const service = new HostileService(upstream, await createFakeIdentity(), tls);
    service.#port = await listen(service.#http);
    return service;
  }

  get url(): string {
    return `http${this.#scheme}://127.0.0.1:${this.#port}`;
  }

  get webSocketUrl(): string {
    return `ws${this.#scheme}://127.0.0.1:${this.#port}`;
  }

  get tamperer(): Tamperer {
    return this.#tamperer;
  }

  /** How many clients have connected since the script began. */
  get connections(): number {
    return this.#connections;
  }

  /** How many requests impostors received. */
  get impostorRequests(): number {
    return this.#impostors.reduce((sum, { resources }) => sum + resources.requests.length, 0);
  }

  /** Ends the previous script and starts another; with `isHostile` false the service is honest until `turnHostile()`. */
  assign(assignment: Assignment, { isHostile }: { readonly isHostile: boolean }): void {
    this.cut();
    for (const impostor of this.#impostors.splice(0)) impostor.close();
    this.#assignment = assignment;
    this.#tamperer = this.#makeTamperer();
    this.#isHostile = isHostile;
    this.#connections = 0;
    this.#certificates.clear();
  }

  /** Starts carrying out the script. */
  turnHostile(): void {
    this.#isHostile = true;
    this.#connections = 0;
  }

  /** Closes the sockets of all clients, as a restarting service does. */
  cut(): void {
    for (const client of this.#clients) client.close(1012, 'service restart');
  }

  /** Has the newest impostor offer again, with the certificate of the real device. */
  async forgeOffer(): Promise<void> {
    const impostor = this.#impostors.at(-1);
    if (impostor === undefined) throw new Error('no impostor was reached');
    await impostor.offerWithCertificate(await impostor.certificateOfDevice());
  }

  /** Whether one of these certificates, as DER, is that of the device under attack. */
  isOfDevice(certificates: readonly string[]): boolean {
    return certificates.some((der) =>
      this.#certificates.has(createHash('sha256').update(Buffer.from(der, 'base64')).digest('hex')),
    );
  }

  /** Secrets that impostors received. */
  secrets(secrets: readonly string[]): readonly string[] {
    return this.#impostors.flatMap(({ resources }) => secretsIn(resources.requests, secrets));
  }

  async stop(): Promise<void> {
    for (const impostor of this.#impostors) impostor.close();
    for (const client of this.#clients) client.terminate();
    this.#sockets.close();
    this.#http.closeAllConnections();
    await close(this.#http);
  }

  #makeTamperer(): Tamperer {
    const { script, otherDevice } = this.#assignment;
    return new Tamperer({
      tamperings: script.tamperings,
      forgery: { sdpFingerprint: FOREIGN_FINGERPRINT, otherDevice, tracks: TRACKS },
      schedule: (delayMs, task) => void setTimeout(task, delayMs),
    });
  }

  #passHttp(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = '/' } = request;
    const passed = httpRequest(new URL(url, this.#upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }

  #connect(client: WebSocket, request: IncomingMessage): void {
    this.#clients.add(client);
    const tamperer = this.#tamperer;
    const isHostile = this.#isHostile;
    const pass = (direction: Direction, message: WireMessage): void => {
      if (isHostile || this.#isHostile) tamperer.pass(line, direction, message);
      else line.send(direction, message);
    };
    const upstream = this.#upstreamOf(client, request, (message) => pass('toClient', message));
    const line: Line = {
      send: (direction, message) => {
        if (direction === 'toDevice') upstream.take(message);
        else if (client.readyState === WebSocket.OPEN) client.send(JSON.stringify(message));
      },
    };
    client.on('message', (data: Buffer) => pass('toDevice', parseMessage(data)));
    client.on('error', () => client.terminate());
    client.on('close', () => {
      this.#clients.delete(client);
      upstream.close();
    });
    for (const text of earlyMessages(request.headers['sec-websocket-protocol']))
      pass('toDevice', JSON.parse(text));
  }

  #upstreamOf(client: WebSocket, request: IncomingMessage, send: (message: WireMessage) => void): Upstream {
    const { remotePeer, impostor: behaviour } = this.#assignment.script;
    this.#connections += 1;
    const isImpostor =
      this.#isHostile &&
      (remotePeer === 'impostor' ||
        (remotePeer === 'impostor at the second connection' && this.#connections > 1));
    const upstream = this.#upstream.replace(/^http/u, 'ws');
    if (!isImpostor) {
      const url = `${upstream}${request.url ?? '/'}`;
      const isUnderAttack = (deviceId: unknown): boolean => deviceId === this.#assignment.deviceId;
      const onAttacked = (message: WireMessage): void => this.#recordCertificates(message);
      return forwardLine({ client, url, send, isUnderAttack, onAttacked });
    }
    if (behaviour === undefined) throw new Error('a script with an impostor must define its behaviour');
    const impostor = new Impostor({ behaviour, identity: this.identity, upstream, send });
    this.#impostors.push(impostor);
    // Its peer connection outlives the socket, like a real device's.
    return { take: (message) => impostor.take(message), close: () => undefined };
  }

  #recordCertificates({ data = '' }: WireMessage): void {
    for (const [, fingerprint = ''] of data.matchAll(SDP_FINGERPRINTS)) {
      this.#certificates.add(fingerprint.replaceAll(':', '').toLowerCase());
    }
  }
}
