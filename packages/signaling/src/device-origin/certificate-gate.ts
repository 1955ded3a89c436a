/** @module Answers a proxy that issues certificates on demand whether a name may get one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownerOf, type DeviceZone } from './device-zone.ts';

/** Path that the proxy requests with `?domain=NAME`, as Caddy's `on_demand_tls` does. */
const CERTIFICATE_PATH = '/.longwire/certificate';

/** Options of {@link CertificateGate}. */
export interface CertificateGateOptions {
  readonly zone: DeviceZone;
  readonly labels: { has(label: string): Promise<boolean> };
}

/**
 * Allows only names of registered devices: otherwise requests for invented names would use up the authority's
 * rate limit.
 */
export class CertificateGate {
  readonly #options: CertificateGateOptions;

  constructor(options: CertificateGateOptions) {
    this.#options = options;
  }

  /**
   * Answers the proxy's own request with 200, 404, or 503 if the registry cannot be read; returns false for
   * any other request and leaves it alone. A request that the proxy forwards for a client is not its own.
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
