/** @module An emitter whose listeners all hear of events in the order in which they happened. */
import type { EventMap } from '@longwire/protocol';
import { Emitter } from '@longwire/protocol/base';

/** Holds back what a listener causes until every listener has heard of the event before. */
export class OrderedEmitter<Events extends EventMap<Events>> extends Emitter<Events> {
  #tasks: (() => void)[] = [];

  override emit<K extends keyof Events>(event: K, ...args: Events[K]): void {
    this.#run(() => super.emit(event, ...args));
  }

  override clear(): void {
    this.#run(() => super.clear());
  }

  #run(task: () => void): void {
    this.#tasks.push(task);
    if (this.#tasks.length > 1) return;
    for (const each of this.#tasks) each();
    this.#tasks = [];
  }
}
