/** @module Entries of a statistics report, read as if anything could be missing: browsers leave out what they do not count. */

/** What can be walked through as a report can: an `RTCStatsReport`, or a Map of a recorded one. */
export interface StatsSource {
  forEach(visit: (entry: unknown, id: string) => void): void;
}

/** One entry; every read of it is checked. */
export class StatsEntry {
  readonly id: string;
  readonly type: string;
  readonly #fields: object;

  constructor(id: string, type: string, fields: object) {
    this.id = id;
    this.type = type;
    this.#fields = fields;
  }

  /** A finite number, if that is what stands there. */
  number(key: string): number | undefined {
    const value: unknown = Reflect.get(this.#fields, key);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  /** The same, where less than nothing, and more than can be counted, means that it is not known. */
  count(key: string): number | undefined {
    const value = this.number(key);
    return value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER
      ? Math.abs(value)
      : undefined;
  }

  /** A text that is not empty, if that is what stands there. */
  text(key: string): string | undefined {
    const value: unknown = Reflect.get(this.#fields, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  isTrue(key: string): boolean {
    return Reflect.get(this.#fields, key) === true;
  }
}

/** All entries of a report that have a type, by id. */
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

  /** The newest moment that an entry was measured at, in milliseconds of the report's own clock. */
  newestMs(): number {
    const moments = [...this.#byId.values()].flatMap((entry) => entry.count('timestamp') ?? []);
    return moments.reduce((newest, moment) => Math.max(newest, moment), 0);
  }
}
