/** @module Where calls wait until the session has a link for them. */
import { waitFor } from '../time/abort.ts';

interface Waiter<Link> {
  readonly not: Link | undefined;
  readonly resolve: (link: Link) => void;
  readonly reject: (error: Error) => void;
}

type Gate<Link> =
  | { readonly kind: 'shut' }
  | { readonly kind: 'open'; readonly link: Link }
  | { readonly kind: 'ended'; readonly error: Error };

/** Lets calls through while there is a link, in the order they came, and fails them when there never will be one. */
export class ReadyGate<Link> {
  readonly #waiters = new Set<Waiter<Link>>();
  #gate: Gate<Link> = { kind: 'shut' };

  /** The link there is now. */
  get link(): Link | undefined {
    return this.#gate.kind === 'open' ? this.#gate.link : undefined;
  }

  /** A link other than `not`, at once or when there is one; rejects with the signal's reason. */
  async pass(signal: AbortSignal, not?: Link): Promise<Link> {
    signal.throwIfAborted();
    if (this.#gate.kind === 'ended') throw this.#gate.error;
    if (this.#gate.kind === 'open' && this.#gate.link !== not) return this.#gate.link;
    return waitFor<Link>(signal, ({ resolve, reject }) => {
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

  /** Fails every call that waits, and all that come. */
  end(error: Error): void {
    this.#gate = { kind: 'ended', error };
    for (const { reject } of this.#waiters) reject(error);
  }
}
