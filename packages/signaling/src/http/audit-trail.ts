/** @module Writes what was decided over HTTP into the audit record. */
import type { FastifyRequest } from 'fastify';
import { Buckets, type ThrottleVerdict } from '../operators/login-throttle.ts';
import { actorOf } from '../operators/identity.ts';
import type { Audit, AuditEvent } from '../ports/audit.ts';
import { addressOf, networkOf } from '../request/address.ts';
import { accessOf } from './access-table.ts';

/** Refused requests of one network that are written down one by one. Reason: nobody fills the record by asking for what is refused. */
const REFUSAL_RATE = { capacity: 60, refillPerSecond: 1 };

/** What the trail needs. */
export interface AuditTrailOptions {
  readonly audit: Audit;
  readonly trustProxy: boolean;
  readonly now: () => number;
}

/** What a decision was, besides who asked, from where and under which id. */
export type Decision = Pick<AuditEvent, 'action' | 'outcome' | 'detail'> & { readonly actor?: string };

/** The audit record, as requests write it. */
export class AuditTrail {
  readonly #options: AuditTrailOptions;
  readonly #refusals = new Buckets(REFUSAL_RATE);

  constructor(options: AuditTrailOptions) {
    this.#options = options;
  }

  /** The network that a request comes from. */
  networkOf(request: FastifyRequest): string {
    return networkOf(addressOf(request.raw, this.#options.trustProxy));
  }

  /** Writes one decision. */
  async record(request: FastifyRequest, { actor, ...decision }: Decision): Promise<void> {
    await this.#options.audit.record({
      actor: actor ?? actorOf(request.identity),
      address: addressOf(request.raw, this.#options.trustProxy),
      requestId: request.id,
      ...decision,
    });
  }

  /** Writes a change that was done: whom it was about says the path, and the handler. */
  async recordChange(request: FastifyRequest): Promise<void> {
    const action = accessOf(request.method, request.routeOptions.url ?? '')?.action;
    if (action === undefined) return;
    const { productId, deviceId, tokenId } = namedIn(request.params);
    const { audit, trustProxy } = this.#options;
    await audit.record({
      action,
      outcome: 'allowed',
      actor: actorOf(request.identity),
      address: addressOf(request.raw, trustProxy),
      requestId: request.id,
      productId: request.target.productId ?? productId,
      deviceId: request.target.deviceId ?? deviceId,
      tokenId: request.target.tokenId ?? tokenId,
      detail: request.target.detail,
    });
  }

  /**
   * Writes a refusal, by the route's pattern and not by its path, which may hold anything; of many in a row from one network only
   * the first that is too many.
   */
  async recordRefusal(request: FastifyRequest, why: string): Promise<ThrottleVerdict> {
    const verdict = this.#refusals.take(this.networkOf(request), this.#options.now());
    if (verdict.kind === 'throttled' && !verdict.isFirst) return verdict;
    const pattern = request.routeOptions.url ?? 'unknown route';
    const access = accessOf(request.method, pattern);
    const more = verdict.kind === 'throttled' ? '; more of this network are not recorded' : '';
    await this.record(request, {
      action: access?.refusedAs ?? access?.action ?? 'api.read',
      outcome: 'refused',
      detail: `${request.method} ${pattern}: ${why}${more}`,
    });
    return verdict;
  }
}

function namedIn(params: unknown): Partial<Record<'productId' | 'deviceId' | 'tokenId', string>> {
  return typeof params === 'object' && params !== null ? params : {};
}
