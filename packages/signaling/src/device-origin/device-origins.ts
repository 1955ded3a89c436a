/** @module Serves the hosts of devices, separate from the service's own routes. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { deviceLabel } from '@longwire/protocol';
import { DEVICE_ORIGIN_PATH } from '../request/device-origin-path.ts';
import { CertificateGate } from './certificate-gate.ts';
import { ownerOf, type DeviceZone } from './device-zone.ts';
import { FORGET_PATH, forgetResponse } from './forget-response.ts';
import { pageHeaders } from './page-headers.ts';

/** Path of the built-in files; every other path belongs to the device's own pages. */
const PREFIX = '/.longwire/';

const WORKER = 'worker.js';

/**
 * The only built-in page that makes requests to its host: `POST /.longwire/forget`. A script in the device's
 * page can send that as well, but it only clears its own origin's storage.
 */
const FORGET_PAGE = 'forget.html';

/** The built-in files. */
const FILES = ['page.html', 'page.js', 'shim.js', 'door.js', FORGET_PAGE, 'forget.js', WORKER];

/** Placeholder in the files for the console's origins. */
const ORIGINS_MARK = '%CONSOLE_ORIGINS%';

/** Longest accepted id. */
const MAX_ID_LENGTH = 128;

/** Options of {@link DeviceOrigins}. */
export interface DeviceOriginsOptions {
  readonly zone: DeviceZone;
  /** Origins of the console: only they may frame a device's page and exchange messages with it. */
  readonly consoleOrigins: (listeningPort: number) => readonly string[];
  /** Whether a certificate may be issued for a label of the zone. */
  readonly labels: { has(label: string): Promise<boolean> };
  /** The service's port, once it listens. */
  readonly listeningPort: () => number;
  /** Consoles on other origins: CORS lets them read the response. */
  readonly allowedOrigins: readonly string[];
}

interface PageFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the page may make requests to its own host. */
  readonly isConnected: boolean;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JAVASCRIPT = { 'content-type': 'text/javascript; charset=utf-8' };
const WORKER_HEADERS = { ...JAVASCRIPT, 'service-worker-allowed': '/' };

/** Serves the hosts of all devices. */
export class DeviceOrigins {
  readonly #options: DeviceOriginsOptions;
  readonly #files: ReadonlyMap<string, PageFile>;
  readonly #certificates: CertificateGate;

  private constructor(options: DeviceOriginsOptions, files: ReadonlyMap<string, PageFile>) {
    this.#options = options;
    this.#files = files;
    this.#certificates = new CertificateGate(options);
  }

  /** Loads the built-in files. */
  static async load(options: DeviceOriginsOptions): Promise<DeviceOrigins> {
    const files = await Promise.all(
      FILES.map(async (name): Promise<[string, PageFile]> => [
        PREFIX + name,
        { body: await readPageFile(name), headers: headersOf(name), isConnected: name === FORGET_PAGE },
      ]),
    );
    return new DeviceOrigins(options, new Map(files));
  }

  /** CSP source that covers all hosts of the zone. */
  frameSource(): string {
    return this.#originOf('*');
  }

  /** Whether a request is for a host of the zone; these hosts accept no WebSockets. */
  isFor({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    return ownerOf(headers.host, this.#options.zone) !== 'elsewhere';
  }

  /** Answers a request for a host of the zone; returns false for other hosts and leaves the request alone. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const owner = ownerOf(request.headers.host, this.#options.zone);
    if (owner === 'elsewhere')
      return this.#respondWithOrigin(request, response) || this.#certificates.handle(request, response);
    const origins = this.#options.consoleOrigins(this.#options.listeningPort());
    if (owner === 'device' && request.method === 'POST' && request.url === FORGET_PATH) {
      const { status, headers } = forgetResponse(request.headers, this.#options.zone);
      response.writeHead(status, { ...pageHeaders(this.#options.zone, origins), ...headers }).end();
      return true;
    }
    const file = owner === 'device' ? this.#fileOf(request) : undefined;
    const body = file?.body.replace(ORIGINS_MARK, origins.join(' ')) ?? '';
    response.writeHead(file === undefined ? 404 : 200, {
      ...pageHeaders(this.#options.zone, origins, file?.isConnected),
      ...file?.headers,
      'content-length': Buffer.byteLength(body),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  }

  #originOf(label: string): string {
    const { scheme, base, port, isHome } = this.#options.zone;
    const at = isHome ? String(this.#options.listeningPort()) : port;
    return `${scheme}://${label}.${base}${at === '' ? '' : `:${at}`}`;
  }

  /** Answers the console whether or not the device is registered: the response depends on the ids alone. */
  #respondWithOrigin({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
    const asked = URL.parse(url, 'http://service');
    if (method !== 'GET' || asked?.pathname !== DEVICE_ORIGIN_PATH) return false;
    const [productId, deviceId] = ['product', 'device'].map((name) => asked.searchParams.get(name) ?? '');
    const isGood = [productId, deviceId].every((id = '') => id !== '' && id.length <= MAX_ID_LENGTH);
    const body = isGood
      ? JSON.stringify({ origin: this.#originOf(deviceLabel(productId ?? '', deviceId ?? '')) })
      : '';
    const { origin } = headers;
    const isListed = origin !== undefined && this.#options.allowedOrigins.includes(origin);
    response.writeHead(isGood ? 200 : 400, {
      ...(isListed ? { 'access-control-allow-origin': origin } : {}),
      vary: 'origin',
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(body);
    return true;
  }

  /** The scripts that a service worker may be made from, whatever a page of the device requests. */
  #fileOf({ method, url, headers }: IncomingMessage): PageFile | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const path = (url ?? '').split('?', 1)[0] ?? '';
    if (headers['service-worker'] !== undefined && path !== PREFIX + WORKER) return undefined;
    return this.#files.get(path);
  }
}

function headersOf(name: string): PageFile['headers'] {
  if (name === WORKER) return WORKER_HEADERS;
  return name.endsWith('.html') ? HTML : JAVASCRIPT;
}

async function readPageFile(name: string): Promise<string> {
  return await readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
}
