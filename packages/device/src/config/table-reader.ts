/** @module Reads a table of settings key by key; what is wrong, missing or unknown is an error that names it and never quotes its value. */
import { EdgeError, type ErrorCode } from '@longwire/protocol';
import { nearestName } from './nearest-name.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Whole numbers that are allowed. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Longest text, in UTF-16 units. Reason: beyond every URL and path; what is longer is a mistake. */
export const MAX_TEXT_LENGTH = 4096;

/** Longest list. Reason: the arguments of a program at most. */
export const MAX_LIST_LENGTH = 128;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** What kind of value something is, for people. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  if (typeof value === 'object') return 'a table';
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}

/** Where a table stands, and what its errors are. */
export interface TablePlace {
  /** Begins every message: a file, and the table in it. */
  readonly where: string;
  readonly code: ErrorCode;
  /** Longest list; {@link MAX_LIST_LENGTH} unless given. */
  readonly maxEntries?: number;
}

/** One table. A key that nobody has asked about when {@link end} is called is unknown. */
export class TableReader {
  readonly #fields: Fields;
  readonly #place: TablePlace;
  readonly #known = new Set<string>();

  /** @throws EdgeError with the place's code when the value is no table. */
  constructor(value: unknown, place: TablePlace) {
    if (!isFields(value))
      throw new EdgeError(place.code, `${place.where} expected a table, got ${kindOf(value)}`);
    this.#fields = value;
    this.#place = place;
  }

  /** Whether a key is there. */
  has(key: string): boolean {
    this.#known.add(key);
    return Object.hasOwn(this.#fields, key);
  }

  /** A text that is not empty, or undefined where the key is not there. */
  text(key: string): string | undefined {
    return this.has(key) ? this.#textOf(key, this.#fields[key]) : undefined;
  }

  /** A text that has to be there. */
  requiredText(key: string): string {
    return this.text(key) ?? this.#missing(key, 'a text');
  }

  /** One of some words. */
  choice<T extends string>(key: string, words: readonly T[]): T | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw this.error(key, `expected one of ${words.join(', ')}`);
    return word;
  }

  /** A whole number in a range. */
  wholeNumber(key: string, { min, max }: NumberRange): number | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#fields[key];
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw this.error(key, `expected a whole number from ${min} to ${max}`);
  }

  /** A number in a range. */
  number(key: string, { min, max }: NumberRange): number | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#fields[key];
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw this.error(key, `expected a number from ${min} to ${max}`);
  }

  /** True or false. */
  flag(key: string): boolean | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#fields[key];
    if (typeof value === 'boolean') return value;
    throw this.error(key, `expected true or false, got ${kindOf(value)}`);
  }

  /** A list of texts. */
  texts(key: string): readonly string[] | undefined {
    return this.has(key) ? this.#listOf(key).map((item) => this.#textOf(key, item)) : undefined;
  }

  /** A table of its own, or undefined where the key is not there. */
  table(key: string): TableReader | undefined {
    return this.has(key) ? this.#child(this.#fields[key], `[${key}]`) : undefined;
  }

  /** Tables of their own, none where the key is not there. */
  tables(key: string): readonly TableReader[] {
    if (!this.has(key)) return [];
    return this.#listOf(key).map((item, index) => this.#child(item, `[[${key}]] number ${index + 1}`));
  }

  /** A value of a key as another parser reads it; that one's error is this table's. */
  parsed<T>(key: string, parse: (text: string) => T): T | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (cause) {
      const words = cause instanceof EdgeError ? cause.message : 'expected another value';
      throw new EdgeError(this.#place.code, `${this.#place.where}: '${key}': ${words}`, { cause });
    }
  }

  /** The error that a key is missing. */
  missing(key: string, expected: string): EdgeError {
    return new EdgeError(
      this.#place.code,
      `${this.#place.where}: '${key}' expected ${expected}, got nothing`,
    );
  }

  /** An error about a key; the words say what was expected. */
  error(key: string, words: string): EdgeError {
    return new EdgeError(this.#place.code, `${this.#place.where}: '${key}' ${words}`);
  }

  /** An error about the table as a whole. */
  problem(words: string): EdgeError {
    return new EdgeError(this.#place.code, `${this.#place.where}: ${words}`);
  }

  /** Everything is read. @throws EdgeError for a key that nobody has asked about, with the nearest one that there is. */
  end(): void {
    const unknown = Object.keys(this.#fields).find((key) => !this.#known.has(key));
    if (unknown === undefined) return;
    const known = [...this.#known];
    const nearest = nearestName(unknown, known);
    const hint = nearest === undefined ? `there are ${known.join(', ')}` : `did you mean '${nearest}'?`;
    throw new EdgeError(
      this.#place.code,
      `${this.#place.where}: unknown key '${unknown.slice(0, 64)}', ${hint}`,
    );
  }

  #child(value: unknown, name: string): TableReader {
    const { where, ...place } = this.#place;
    return new TableReader(value, { where: `${where}, ${name}`, ...place });
  }

  #listOf(key: string): readonly unknown[] {
    const value = this.#fields[key];
    if (!Array.isArray(value)) throw this.error(key, `expected a list, got ${kindOf(value)}`);
    const { maxEntries = MAX_LIST_LENGTH } = this.#place;
    if (value.length > maxEntries)
      throw this.error(key, `expected up to ${maxEntries} entries, got ${value.length}`);
    return value;
  }

  #textOf(key: string, value: unknown): string {
    if (typeof value !== 'string' || value === '')
      throw this.error(key, `expected a text, got ${kindOf(value)}`);
    if (value.length > MAX_TEXT_LENGTH)
      throw this.error(key, `expected up to ${MAX_TEXT_LENGTH} characters, got ${value.length}`);
    if (value.includes('\0')) throw this.error(key, 'expected a text without a zero character');
    return value;
  }

  #missing(key: string, expected: string): never {
    throw this.missing(key, expected);
  }
}
