/** @module Finds out what is needed to show a device's own page: its origin, and the stream that leads to its web server. */
import type { OriginAnswer } from './device-origin.ts';
import type { WebPlace } from './web-places.ts';
import { likelyWebPort, type WebTunnels } from './web-tunnels.ts';

/** What is known. */
export type DeskState =
  | { readonly kind: 'preparing' }
  /** The service has no origins for devices. */
  | { readonly kind: 'noOrigins' }
  | { readonly kind: 'unreachable' }
  /** `port`: undefined until a person has chosen one. */
  | {
      readonly kind: 'ready';
      readonly origin: string;
      readonly tunnels: WebTunnels;
      readonly port: number | undefined;
    };

/** What a desk asks. */
export interface WebDeskOptions {
  readonly askOrigin: () => Promise<OriginAnswer>;
  readonly readTunnels: (signal: AbortSignal) => Promise<WebTunnels>;
  readonly place: WebPlace;
}

/** Where the way to a device's page is found. */
export class WebDesk {
  readonly #options: WebDeskOptions;
  readonly #listeners = new Set<() => void>();
  #state: DeskState = { kind: 'preparing' };
  #asking: AbortController | undefined;

  constructor(options: WebDeskOptions) {
    this.#options = options;
  }

  /** Adds a listener; the answer removes it. The first one has the questions asked, the last takes them back. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#asking === undefined && this.#state.kind === 'preparing') this.prepare();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#asking?.abort();
      this.#asking = undefined;
    };
  };

  readonly snapshot = (): DeskState => this.#state;

  /** Asks (again). */
  prepare(): void {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#move({ kind: 'preparing' });
    this.#ask(asking.signal).then(
      (state) => this.#answer(state, asking.signal),
      () => this.#answer({ kind: 'unreachable' }, asking.signal),
    );
  }

  /** Asks again where there was no answer: the device may be back. */
  retry(): void {
    if (this.#state.kind === 'unreachable') this.prepare();
  }

  /** Takes the stream that a person has chosen. */
  choose(port: number): void {
    this.#options.place.choose(port);
    if (this.#state.kind === 'ready') this.#move({ ...this.#state, port });
  }

  async #ask(signal: AbortSignal): Promise<DeskState> {
    const { askOrigin, readTunnels, place } = this.#options;
    const [answer, tunnels] = await Promise.all([askOrigin(), readTunnels(signal)]);
    if (answer.kind === 'none') return { kind: 'noOrigins' };
    if (answer.kind === 'unreachable') return { kind: 'unreachable' };
    return { kind: 'ready', origin: answer.origin, tunnels, port: place.port ?? likelyWebPort(tunnels) };
  }

  #answer(state: DeskState, { aborted }: AbortSignal): void {
    if (!aborted) this.#move(state);
  }

  #move(state: DeskState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
