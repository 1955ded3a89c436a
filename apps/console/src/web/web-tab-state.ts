/** @module Loads what is needed to show a device's own page: its origin, and the stream that leads to its web server. */
import { Store } from '@longwire/protocol/base';
import type { StreamList } from '../streams/stream-list.ts';
import type { OriginAnswer } from './device-origin.ts';
import type { WebPlace } from './web-place.ts';
import { likelyWebPort, webTunnelsOf, type WebTunnel } from './web-tunnels.ts';

/** The state of the tab. */
export type WebTabView =
  | { readonly kind: 'preparing' }
  /** The service has no origins for devices. */
  | { readonly kind: 'noOrigins' }
  | { readonly kind: 'unreachable' }
  /** The device has no page of its own. */
  | { readonly kind: 'noPage' }
  /** The device did not answer which streams it has. */
  | { readonly kind: 'noAnswer' }
  /** `port`: undefined until a person has chosen one. */
  | {
      readonly kind: 'ready';
      readonly origin: string;
      readonly tunnels: readonly WebTunnel[];
      readonly port: number | undefined;
    };

/** Options of `WebTabState`. */
export interface WebTabStateOptions {
  readonly askOrigin: () => Promise<OriginAnswer>;
  /** Never rejects. */
  readonly loadStreams: (signal: AbortSignal) => Promise<StreamList>;
  readonly place: WebPlace;
}

/** Finds the origin and the stream of a device's page. */
export class WebTabState {
  readonly #options: WebTabStateOptions;
  readonly #state = new Store<WebTabView>({ kind: 'preparing' });
  #asking: AbortController | undefined;

  constructor(options: WebTabStateOptions) {
    this.#options = options;
  }

  /** Adds a listener; returns the unsubscriber. The first listener starts the requests, the last one aborts them. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#state.subscribe(listener);
    if (this.#asking === undefined && this.#state.value.kind === 'preparing') this.prepare();
    return () => {
      unsubscribe();
      if (this.#state.isObserved) return;
      this.#asking?.abort();
      this.#asking = undefined;
    };
  };

  readonly snapshot = this.#state.snapshot;

  /** Asks, or asks again. */
  prepare(): void {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#state.put({ kind: 'preparing' });
    void this.#ask(asking.signal);
  }

  /** Asks again if there was no answer: the device may be back. */
  retry(): void {
    const { kind } = this.#state.value;
    if (kind === 'unreachable' || kind === 'noAnswer') this.prepare();
  }

  /** Uses the stream that a person has chosen. */
  choose(port: number): void {
    this.#options.place.choose(port);
    const state = this.#state.value;
    if (state.kind === 'ready') this.#state.put({ ...state, port });
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { askOrigin, loadStreams } = this.#options;
    const [answer, list] = await Promise.all([askOrigin(), loadStreams(signal)]);
    if (!signal.aborted) this.#state.put(this.#found(answer, list));
  }

  #found(answer: OriginAnswer, list: StreamList): WebTabView {
    if (list.kind === 'unlisted') return { kind: 'noPage' };
    if (answer.kind === 'none') return { kind: 'noOrigins' };
    if (answer.kind === 'unreachable') return { kind: 'unreachable' };
    if (list.kind === 'failed') return { kind: 'noAnswer' };
    const tunnels = webTunnelsOf(list);
    const port = this.#options.place.port ?? likelyWebPort(tunnels);
    return { kind: 'ready', origin: answer.origin, tunnels, port };
  }
}
