/** @module Observes a resource: each value with its time, paused and stopped by a person. */

import { EdgeError, type DeviceResponse, type Following, type Session } from '@longwire/client';

/** The part of a session that observes resources. */
export type ObservePort = Pick<Session, 'observe'>;

/** One value of a resource. */
export interface ObservedValue {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly answer: DeviceResponse;
}

/** The values of an observed resource. */
export interface Observed {
  readonly path: string;
  /** How the device reports changes; undefined until it is known. */
  readonly following?: Following;
  /** The newest first. */
  readonly values: readonly ObservedValue[];
  /** The total number of values received. */
  readonly count: number;
}

/** The state of the observation. */
export type ObserveState =
  | { readonly kind: 'off' }
  | ({ readonly kind: 'on' } & Observed)
  /** Values are collected, and the shown list does not change. */
  | ({ readonly kind: 'paused'; readonly held: readonly ObservedValue[] } & Observed)
  /** Without an error, a person has stopped it. */
  | ({ readonly kind: 'ended'; readonly error?: EdgeError } & Observed);

/** Most values kept. Reason: longer lists are not read. */
export const MAX_VALUES = 100;

/** Most bytes kept of all values. Reason: a resource may be an image that changes twice a second. */
const MAX_VALUE_BYTES = 4 * 1024 * 1024;

/** Options of `ObserveRun`. */
export interface ObserveRunOptions {
  readonly onChange: () => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Observes one resource at a time. */
export class ObserveRun {
  readonly #onChange: () => void;
  readonly #now: () => number;
  #state: ObserveState = { kind: 'off' };
  #abort = new AbortController();

  constructor({ onChange, now = Date.now }: ObserveRunOptions) {
    this.#onChange = onChange;
    this.#now = now;
  }

  get state(): ObserveState {
    return this.#state;
  }

  /** Observes a resource, replacing any other; resolves when that has ended, and never rejects. */
  async start(port: ObservePort, path: string): Promise<void> {
    this.stop();
    const own = new AbortController();
    this.#abort = own;
    this.#move({ kind: 'on', path, values: [], count: 0 });
    try {
      const { signal } = own;
      const values = port.observe(path, {
        signal,
        onFollowing: (following) => {
          if (!signal.aborted) this.#noteFollowing(following);
        },
      });
      for await (const answer of values) if (!signal.aborted) this.#add(answer);
      if (!signal.aborted) this.#end();
    } catch (cause) {
      if (!own.signal.aborted) this.#end(errorOf(cause));
    }
  }

  /** Stops updating the shown list. */
  pause(): void {
    if (this.#state.kind === 'on') this.#move({ ...this.#state, kind: 'paused', held: [] });
  }

  /** Shows the values that came meanwhile, and updates again. */
  resume(): void {
    if (this.#state.kind !== 'paused') return;
    const { held, ...rest } = this.#state;
    this.#move({ ...rest, kind: 'on', values: bounded([...held, ...rest.values]) });
  }

  /** Stops observing; the values stay. */
  stop(): void {
    this.resume();
    this.#abort.abort();
    if (this.#state.kind === 'on') this.#end();
  }

  /** Removes the values. */
  clear(): void {
    this.stop();
    this.#move({ kind: 'off' });
  }

  #add(answer: DeviceResponse): void {
    const state = this.#state;
    if (state.kind !== 'on' && state.kind !== 'paused') return;
    const count = state.count + 1;
    const value = { id: count, atMs: this.#now(), answer };
    if (state.kind === 'on') this.#move({ ...state, count, values: bounded([value, ...state.values]) });
    else this.#move({ ...state, count, held: bounded([value, ...state.held]) });
  }

  #noteFollowing(following: Following): void {
    if (this.#state.kind === 'on' || this.#state.kind === 'paused') this.#move({ ...this.#state, following });
  }

  #end(error?: EdgeError): void {
    this.resume();
    if (this.#state.kind !== 'on') return;
    this.#move({ ...this.#state, kind: 'ended', ...(error === undefined ? {} : { error }) });
  }

  #move(to: ObserveState): void {
    this.#state = to;
    this.#onChange();
  }
}

/** The newest values within the limits; the newest of all is always kept. */
function bounded(values: readonly ObservedValue[]): readonly ObservedValue[] {
  let bytes = 0;
  const end = values.findIndex(({ answer }, index) => {
    bytes += answer.payload?.length ?? 0;
    return index === MAX_VALUES || (index > 0 && bytes > MAX_VALUE_BYTES);
  });
  return end < 0 ? values : values.slice(0, end);
}

function errorOf(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_OBSERVATION', cause instanceof Error ? cause.message : String(cause), { cause });
}
