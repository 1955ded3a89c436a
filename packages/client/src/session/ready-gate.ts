/** @module Holds calls back until the session has a link for them. */
import type { EdgeError, WaitLimits } from '@longwire/protocol';
import { throwIfAborted, waitFor } from '@longwire/protocol/base';

interface Waiter<Link> {
  readonly not: Link | undefined;
  readonly resolve: (link: Link) => void;
  readonly reject: (error: Error) => void;
}

type Gate<Link> =
  | { readonly kind: 'shut' }
  | { readonly kind: 'open'; readonly link: Link }
  | { readonly kind: 'ended'; readonly error: EdgeError };

/** Lets calls through in order while the session has a link, and rejects them once the session has ended. */
export class ReadyGate<Link> {
  readonly #waiters = new Set<Waiter<Link>>();
  #gate: Gate<Link> = { kind: 'shut' };

  /** The current link. */
  get link(): Link | undefined {
    return this.#gate.kind === 'open' ? this.#gate.link : undefined;
  }

  /** The error of every call once the session has ended. */
  get ended(): EdgeError | undefined {
    return this.#gate.kind === 'ended' ? this.#gate.error : undefined;
  }

  /** Resolves with a link other than `not` as soon as one is open. */
  async pass(limits: WaitLimits, not?: Link): Promise<Link> {
    throwIfAborted(limits);
    if (this.#gate.kind === 'ended') throw this.#gate.error;
    if (this.#gate.kind === 'open' && this.#gate.link !== not) return this.#gate.link;
    return waitFor<Link>(limits, ({ resolve, reject }) => {
      const waiter: Waiter<Link> = { not, resolve, reject };
      this.#waiters.add(waiter);
      return () => this.#waiters.delete(waiter);
    });
  }

  open(link: Link): void {
    if (this.#gate.kind === 'ended') return;
    this.#gate = { kind: 'open', link };
    for (const { not, resolve } of this.#waiters) if (not !== link) resolve(link);
  }

  shut(): void {
    if (this.#gate.kind === 'open') this.#gate = { kind: 'shut' };
  }

  /** Rejects every waiting call and all later ones. */
  end(error: EdgeError): void {
    this.#gate = { kind: 'ended', error };
    for (const { reject } of this.#waiters) reject(error);
  }
}
