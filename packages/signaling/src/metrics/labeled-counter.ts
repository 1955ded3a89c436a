/** @module A counter that stays a plain number until it is scraped. */
import { Counter, type Registry } from 'prom-client';

/** Name and labels of a counter. */
export interface LabeledCounterOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly registry: Registry;
}

interface Count<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  value: number;
}

/** Counts by labels; adding one costs a map lookup, cheap enough for every message. */
export class LabeledCounter<Label extends string> {
  readonly #counts = new Map<string, Count<Label>>();

  constructor({ name, help, labels, registry }: LabeledCounterOptions<Label>) {
    const counts = this.#counts;
    const counter = new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      collect(): void {
        this.reset();
        for (const count of counts.values()) this.inc(count.labels, count.value);
      },
    });
    registry.registerMetric(counter);
  }

  /** Adds one under `key`, which identifies the labels of its first use. */
  add(key: string, labels: () => Readonly<Record<Label, string>>): void {
    const count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, { labels: labels(), value: 1 });
    else count.value += 1;
  }

  /** The sum over all label sets that `isMeant` accepts. */
  total(isMeant: (labels: Readonly<Record<Label, string>>) => boolean = () => true): number {
    let sum = 0;
    for (const { labels, value } of this.#counts.values()) if (isMeant(labels)) sum += value;
    return sum;
  }
}
