/** @module Reads entries of a statistics report; any field may be missing, because browsers omit what they do not count. */

/** A statistics report: an `RTCStatsReport`, or a Map of a recorded one. */
export interface StatsSource {
  forEach(visit: (entry: unknown, id: string) => void): void;
}

/** One entry; every read is type-checked. */
export class StatsEntry {
  readonly id: string;
  readonly type: string;
  readonly #fields: object;

  constructor(id: string, type: string, fields: object) {
    this.id = id;
    this.type = type;
    this.#fields = fields;
  }

  /** The value if it is a finite number. */
  number(key: string): number | undefined {
    const value: unknown = Reflect.get(this.#fields, key);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  /** The value if it is a number from 0 to the largest safe integer. */
  count(key: string): number | undefined {
    const value = this.number(key);
    return value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER
      ? Math.abs(value)
      : undefined;
  }

  /** The value if it is a non-empty string. */
  text(key: string): string | undefined {
    const value: unknown = Reflect.get(this.#fields, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  isTrue(key: string): boolean {
    return Reflect.get(this.#fields, key) === true;
  }
}

/** All typed entries of a report, by id. */
export class StatsEntries {
  readonly #byId = new Map<string, StatsEntry>();

  constructor(source: StatsSource) {
    source.forEach((entry, id) => {
      if (typeof entry !== 'object' || entry === null) return;
      const type: unknown = Reflect.get(entry, 'type');
      if (typeof type === 'string') this.#byId.set(id, new StatsEntry(id, type, entry));
    });
  }

  get(id: string | undefined): StatsEntry | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  ofType(type: string): StatsEntry[] {
    return [...this.#byId.values()].filter((entry) => entry.type === type);
  }

  /** The newest timestamp of all entries, in milliseconds on the report's clock. */
  newestMs(): number {
    const moments = [...this.#byId.values()].flatMap((entry) => entry.count('timestamp') ?? []);
    return moments.reduce((newest, moment) => Math.max(newest, moment), 0);
  }
}
