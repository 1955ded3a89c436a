/** @module Answers a proxy that makes certificates on demand whether it may make one for a name. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownerOf, type DeviceZone } from './device-zone.ts';

/** Where the proxy asks: `?domain=NAME`, as Caddy's `on_demand_tls` does. */
const CERTIFICATE_PATH = '/.longwire/certificate';

/** What the gate needs. */
export interface CertificateGateOptions {
  readonly zone: DeviceZone;
  readonly labels: { has(label: string): Promise<boolean> };
}

/** Only names of registered devices: else whoever makes up names would have certificates made until the authority takes no more orders. */
export class CertificateGate {
  readonly #options: CertificateGateOptions;

  constructor(options: CertificateGateOptions) {
    this.#options = options;
  }

  /**
   * Answers the proxy's own question with 200, 404, or 503 when it cannot be told; false for any other request, and nothing was done. What a
   * proxy passes on for somebody else is no question of its own.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const url = URL.parse(request.url ?? '', 'http://service');
    const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some(
      (name) => request.headers[name] !== undefined,
    );
    if (url?.pathname !== CERTIFICATE_PATH || request.method !== 'GET' || isPassedOn) return false;
    this.#judge(url.searchParams.get('domain') ?? '').then(
      (isGood) => response.writeHead(isGood ? 200 : 404, { 'cache-control': 'no-store' }).end(),
      () => response.writeHead(503, { 'cache-control': 'no-store' }).end(),
    );
    return true;
  }

  async #judge(domain: string): Promise<boolean> {
    const { zone, labels } = this.#options;
    if (domain.includes(':') || ownerOf(domain, zone) !== 'device') return false;
    return await labels.has(domain.toLowerCase().split('.', 1)[0] ?? '');
  }
}
