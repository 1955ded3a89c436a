/** @module Prometheus metrics of the service. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { HttpCount, HttpMetrics, Totals } from '../ports/http-metrics.ts';
import type { PeerKind, RelayMetrics } from '../ports/relay-metrics.ts';
import { LabeledCounter } from './labeled-counter.ts';

/** Values that are read when the metrics are scraped. */
export interface MetricsSources {
  /** Devices attached to this node. */
  devices(): number;
  /** Sessions of clients on this node. */
  sessions(): number;
  /** Audit rows that are not written yet. */
  auditBacklog(): number;
  /** Dependencies of the service by name, and whether each responds. */
  parts(): Promise<Readonly<Record<string, boolean>>>;
}

/**
 * Close codes with a meaning here. Reason: a peer may send any of four thousand, and each would be a series.
 */
const CLOSE_CODES: ReadonlySet<number> = new Set([
  1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1012, 1013, 4001, 4002, 4003, 4004, 4005, 4006,
  4007, 4008, 4009, 4010,
]);

const HTTP_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

let processRegistry: Registry | undefined;

/** Event-loop delay, memory, CPU: collected once per process, even with several services. */
function ofProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** The counters of one service. */
export class ServiceMetrics implements RelayMetrics, HttpMetrics {
  readonly #registry = new Registry();
  readonly #process = ofProcess();
  readonly #logins = this.#counter('longwire_logins_total', 'logins of clients and devices, by outcome', [
    'peer',
    'outcome',
    'code',
  ]);
  readonly #operatorLogins = this.#counter(
    'longwire_operator_logins_total',
    'password logins of operators, by outcome',
    ['outcome'],
  );
  readonly #closes = this.#counter('longwire_socket_closes_total', 'closed sockets, by peer and close code', [
    'peer',
    'code',
  ]);
  readonly #messages = this.#counter('longwire_messages_total', 'relayed messages, by sender', ['peer']);
  readonly #requests = this.#counter('longwire_http_requests_total', 'answered HTTP requests', [
    'method',
    'route',
    'status',
  ]);

  constructor(sources: MetricsSources) {
    this.#gauge('longwire_attached_devices', 'devices attached to this node', () => sources.devices());
    this.#gauge('longwire_sessions', 'sessions of clients on this node', () => sources.sessions());
    this.#gauge('longwire_audit_backlog', 'rows of the audit record not written yet', () =>
      sources.auditBacklog(),
    );
    const ready = new Gauge({
      name: 'longwire_ready',
      help: 'whether a dependency of the service responds',
      labelNames: ['part'],
      registers: [],
      async collect(): Promise<void> {
        for (const [part, isReady] of Object.entries(await sources.parts()))
          this.set({ part }, isReady ? 1 : 0);
      },
    });
    this.#registry.registerMetric(ready);
  }

  /** The content type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  countLogin(peer: PeerKind, outcome: 'admitted' | 'refused', code: number | undefined): void {
    const shown = closeCode(code);
    this.#logins.add(`${peer} ${outcome} ${shown}`, () => ({ peer, outcome, code: shown }));
  }

  countClose(peer: PeerKind, code: number): void {
    const shown = closeCode(code);
    this.#closes.add(`${peer} ${shown}`, () => ({ peer, code: shown }));
  }

  countMessage(peer: PeerKind): void {
    this.#messages.add(peer, () => ({ peer }));
  }

  /** A password login of an operator. */
  countOperatorLogin(outcome: 'allowed' | 'refused' | 'throttled'): void {
    this.#operatorLogins.add(outcome, () => ({ outcome }));
  }

  countRequest({ method, route, status }: HttpCount): void {
    const shown = HTTP_METHODS.has(method) ? method : 'other';
    this.#requests.add(`${shown} ${route} ${status}`, () => ({
      method: shown,
      route,
      status: String(status),
    }));
  }

  totals(): Totals {
    return {
      messages: this.#messages.total(),
      logins: this.#logins.total(({ outcome }) => outcome === 'admitted'),
      refusedLogins: this.#logins.total(({ outcome }) => outcome === 'refused'),
      requests: this.#requests.total(),
    };
  }

  /** All metrics in Prometheus' text format. */
  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${await this.#process.metrics()}`;
  }

  #counter<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): LabeledCounter<Label> {
    return new LabeledCounter({ name, help, labels, registry: this.#registry });
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect(): void {
        this.set(read());
      },
    });
    this.#registry.registerMetric(gauge);
  }
}

function closeCode(code: number | undefined): string {
  if (code === undefined) return 'none';
  return CLOSE_CODES.has(code) ? String(code) : 'other';
}
