/** @module Events that wait until they may be delivered. */

type State =
  | { readonly kind: 'holding'; readonly tasks: (() => void)[] }
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' };

/** Holds deliveries back until it opens, then runs them in order and every later one at once; drops them once it is closed. */
export class HeldEvents {
  #state: State = { kind: 'holding', tasks: [] };

  deliver(task: () => void): void {
    if (this.#state.kind === 'holding') this.#state.tasks.push(task);
    else if (this.#state.kind === 'open') task();
  }

  open(): void {
    if (this.#state.kind !== 'holding') return;
    const { tasks } = this.#state;
    this.#state = { kind: 'open' };
    for (const task of tasks) this.deliver(task);
  }

  close(): void {
    this.#state = { kind: 'closed' };
  }
}
