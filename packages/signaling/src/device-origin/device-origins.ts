/** @module Answers what is asked of a device's own host, and nothing of the service there. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CertificateGate } from './certificate-gate.ts';
import { ownerOf, type DeviceZone } from './device-zone.ts';
import { pageHeaders } from './page-headers.ts';

/** Where the files are that a device's host has; every other path is left to the device's own pages. */
const PAGE_PATH = '/.longwire/page.html';
const SCRIPT_PATH = '/.longwire/page.js';
const WORKER_PATH = '/.longwire/worker.js';

/** Stands in page.html for the origins of the console. */
const ORIGINS_MARK = '%CONSOLE_ORIGINS%';

/** What the devices' hosts need to know. */
export interface DeviceOriginsOptions {
  readonly zone: DeviceZone;
  /** The origins of the console: only they may frame a device's page and speak with it. */
  readonly consoleOrigins: (listeningPort: number) => readonly string[];
  /** Whether a certificate may be made for a name of the zone. */
  readonly labels: { has(label: string): Promise<boolean> };
  /** The port that the service listens on, once it does. */
  readonly listeningPort: () => number;
}

interface PageFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const JAVASCRIPT = { 'content-type': 'text/javascript; charset=utf-8' };

/** The hosts of all devices. */
export class DeviceOrigins {
  readonly #options: DeviceOriginsOptions;
  readonly #files: ReadonlyMap<string, PageFile>;
  readonly #certificates: CertificateGate;

  private constructor(options: DeviceOriginsOptions, files: ReadonlyMap<string, PageFile>) {
    this.#options = options;
    this.#files = files;
    this.#certificates = new CertificateGate(options);
  }

  /** Reads the files that every device's host has. */
  static async load(options: DeviceOriginsOptions): Promise<DeviceOrigins> {
    const [page, script, worker] = await Promise.all(['page.html', 'page.js', 'worker.js'].map(readPageFile));
    const html = { 'content-type': 'text/html; charset=utf-8' };
    const files: [string, PageFile][] = [
      [PAGE_PATH, { body: page ?? '', headers: html }],
      [SCRIPT_PATH, { body: script ?? '', headers: JAVASCRIPT }],
      [WORKER_PATH, { body: worker ?? '', headers: { ...JAVASCRIPT, 'service-worker-allowed': '/' } }],
    ];
    return new DeviceOrigins(options, new Map(files));
  }

  /** All hosts of the zone, as a policy names them. */
  frameSource(): string {
    const { scheme, base, port, isHome } = this.#options.zone;
    const at = isHome ? String(this.#options.listeningPort()) : port;
    return `${scheme}://*.${base}${at === '' ? '' : `:${at}`}`;
  }

  /** Whether a request is for a host of the zone, where no WebSocket is opened. */
  isFor({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
    return ownerOf(headers.host, this.#options.zone) !== 'elsewhere';
  }

  /** Answers a request that is for a host of the zone; false when it is for another, and nothing was done. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const owner = ownerOf(request.headers.host, this.#options.zone);
    if (owner === 'elsewhere') return this.#certificates.handle(request, response);
    const origins = this.#options.consoleOrigins(this.#options.listeningPort());
    const file = owner === 'device' ? this.#fileOf(request) : undefined;
    const body = file?.body.replace(ORIGINS_MARK, origins.join(' ')) ?? '';
    response.writeHead(file === undefined ? 404 : 200, {
      ...pageHeaders(this.#options.zone, origins),
      ...file?.headers,
      'content-length': Buffer.byteLength(body),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  }

  #fileOf({ method, url }: IncomingMessage): PageFile | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    return this.#files.get((url ?? '').split('?', 1)[0] ?? '');
  }
}

async function readPageFile(name: string): Promise<string> {
  return await readFile(new URL(`page/${name}`, import.meta.url), 'utf8');
}
