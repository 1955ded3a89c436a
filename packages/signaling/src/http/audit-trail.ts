/** @module Writes HTTP access decisions to the audit record. */
import { KeyedBuckets } from '@longwire/protocol';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../operators/identity.ts';
import type { AuditEvent } from '../ports/audit.ts';
import type { ImportResult, Registry, RegistryStores } from '../ports/registry.ts';
import { addressOf, networkOf } from '../request/address.ts';
import { accessOf } from './access-table.ts';
import { ApiError } from './api-error.ts';
import { endedAccess } from './caller.ts';

/**
 * Refusals per network that are recorded one by one. Reason: unauthorized requests must not fill the record.
 */
const REFUSAL_RATE = { capacity: 60, refillPerSecond: 1 };

/** Most networks counted at once. Reason: an attacker can have many. */
const MAX_NETWORKS = 10_000;

/** Options of {@link AuditTrail}. */
export interface AuditTrailOptions {
  readonly registry: Pick<Registry, 'audit' | 'recorded' | 'importAll'>;
  readonly trustProxy: boolean;
  readonly now: () => number;
}

/** A decision, without the caller, address and request id. */
export type Decision = Pick<AuditEvent, 'action' | 'outcome' | 'detail'> & { readonly actor?: string };

/** Writes audit rows for requests. */
export class AuditTrail {
  readonly #options: AuditTrailOptions;
  readonly #refusals = new KeyedBuckets({ rate: REFUSAL_RATE, maxKeys: MAX_NETWORKS });

  constructor(options: AuditTrailOptions) {
    this.#options = options;
  }

  /** The network that a request comes from. */
  networkOf(request: FastifyRequest): string {
    return networkOf(addressOf(request.raw, this.#options.trustProxy));
  }

  /** Records one decision. */
  async record(request: FastifyRequest, { actor, ...decision }: Decision): Promise<void> {
    await this.#options.registry.audit.record({
      actor: actor ?? actorOf(request.identity),
      address: addressOf(request.raw, this.#options.trustProxy),
      requestId: request.id,
      ...decision,
    });
  }

  /** Makes a change of a caller who still may, and writes its row, both or neither; the subject comes from the path and from `act`. */
  async change<T>(request: FastifyRequest, act: (stores: RegistryStores) => Promise<T>): Promise<T> {
    return await this.#recorded(request, ({ recorded }) =>
      recorded(async (stores) => {
        await requireAccess(request, stores);
        return { result: await act(stores), event: this.#changeOf(request) };
      }),
    );
  }

  /** Adds an export and writes its row, both or neither. */
  async importLines(request: FastifyRequest, lines: Iterable<string>): Promise<ImportResult> {
    return await this.#recorded(request, ({ importAll }) =>
      importAll(lines, async ({ added }, stores) => {
        await requireAccess(request, stores);
        request.target = { detail: `${added} added` };
        return this.#changeOf(request);
      }),
    );
  }

  /** Records what was done without a change of the registry. */
  async recordDone(request: FastifyRequest): Promise<void> {
    const event = request.isRecorded ? undefined : this.#changeOf(request);
    if (event !== undefined) await this.#options.registry.audit.record(event);
  }

  /**
   * Records a refusal with the route's pattern, because the path may contain anything; after too many from
   * one network only the first excess one is recorded, and the seconds to wait are returned.
   */
  async recordRefusal(request: FastifyRequest, why: string): Promise<number | undefined> {
    const verdict = this.#refusals.take(this.networkOf(request), this.#options.now());
    const retryAfterSeconds = verdict === 'taken' ? undefined : 1 / REFUSAL_RATE.refillPerSecond;
    if (verdict === 'still-refused') return retryAfterSeconds;
    const pattern = request.routeOptions.url ?? 'unknown route';
    const access = accessOf(request.method, pattern);
    const more = verdict === 'refused' ? '; further ones from this network are not recorded' : '';
    await this.record(request, {
      action: access?.refusedAs ?? access?.action ?? 'api.read',
      outcome: 'refused',
      detail: `${request.method} ${pattern}: ${why}${more}`,
    });
    return retryAfterSeconds;
  }

  /** Runs a transaction that writes its own row; a refusal of the caller, which undoes it, has its row as well. */
  async #recorded<T>(
    request: FastifyRequest,
    run: (registry: AuditTrailOptions['registry']) => Promise<T>,
  ): Promise<T> {
    try {
      const result = await run(this.#options.registry);
      request.isRecorded = true;
      return result;
    } catch (error) {
      if (error instanceof ApiError) await this.recordRefusal(request, error.message);
      throw error;
    }
  }

  #changeOf(request: FastifyRequest): AuditEvent | undefined {
    const action = accessOf(request.method, request.routeOptions.url ?? '')?.action;
    if (action === undefined) return undefined;
    const { productId, deviceId, tokenId } = idsIn(request.params);
    return {
      action,
      outcome: 'allowed',
      actor: actorOf(request.identity),
      address: addressOf(request.raw, this.#options.trustProxy),
      requestId: request.id,
      productId: request.target.productId ?? productId,
      deviceId: request.target.deviceId ?? deviceId,
      tokenId: request.target.tokenId ?? tokenId,
      detail: request.target.detail,
    };
  }
}

/** Checks the caller within the transaction of the change. @throws ApiError */
async function requireAccess(request: FastifyRequest, stores: RegistryStores): Promise<void> {
  const ended = await endedAccess(request, stores);
  if (ended !== undefined) throw ended;
}

function idsIn(params: unknown): Partial<Record<'productId' | 'deviceId' | 'tokenId', string>> {
  return typeof params === 'object' && params !== null ? params : {};
}
