/** @module Reads a table of settings key by key; errors name the key that is wrong, missing or unknown and never quote its value. */
import { EdgeError, isJsonObject, type ErrorCode, type JsonObject } from '@longwire/protocol';
import { nearestName } from './nearest-name.ts';

/** The range of a number. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Longest text, in UTF-16 units. Reason: beyond every URL and path; a longer one is a mistake. */
export const MAX_TEXT_LENGTH = 4096;

/** Longest list. Reason: the arguments of a program at most. */
export const MAX_LIST_LENGTH = 128;

/** The type of a value, for messages. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  if (typeof value === 'object') return 'a table';
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'a string';
  return typeof value === 'boolean' ? 'true or false' : 'a number';
}

/** A number itself, of anything else only its kind: it may be a secret. */
function numberOrKind(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindOf(value);
}

/** The place of a table, for messages, and the code of its errors. */
export interface TablePlace {
  /** Begins every message: a file, and the table in it. */
  readonly where: string;
  readonly code: ErrorCode;
  /** Longest list; {@link MAX_LIST_LENGTH} unless given. */
  readonly maxEntries?: number;
}

/** One table. Keys that were not read when {@link end} is called are unknown. */
export class TableReader {
  readonly #fields: JsonObject;
  readonly #place: TablePlace;
  readonly #known = new Set<string>();

  /** @throws EdgeError with the place's code when the value is not a table. */
  constructor(value: unknown, place: TablePlace) {
    if (!isJsonObject(value) || value instanceof Date)
      throw new EdgeError(place.code, `${place.where} must be a table, got ${kindOf(value)}`);
    this.#fields = value;
    this.#place = place;
  }

  /** Whether a key exists. */
  has(key: string): boolean {
    this.#known.add(key);
    return Object.hasOwn(this.#fields, key);
  }

  /** A text that is not empty, or undefined if the key is missing. */
  text(key: string): string | undefined {
    return this.has(key) ? this.#textOf(key, this.#fields[key]) : undefined;
  }

  /** A text; the key is required. */
  requiredText(key: string): string {
    return this.text(key) ?? this.missing(key, 'a string');
  }

  /** A text that may be empty; the key is required. */
  anyText(key: string): string {
    return this.#fields[key] === '' ? '' : this.requiredText(key);
  }

  /** One of the given words. */
  choice<T extends string>(key: string, words: readonly T[]): T | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw this.error(key, `must be one of ${words.join(', ')}`);
    return word;
  }

  /** A whole number in a range. */
  wholeNumber(key: string, { min, max }: NumberRange): number | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#fields[key];
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw this.error(key, `must be an integer from ${min} to ${max}, got ${numberOrKind(value)}`);
  }

  /** Whether a key exists and says that there is no value. */
  isNull(key: string): boolean {
    return this.has(key) && this.#fields[key] === null;
  }

  /** A number in a range. */
  number(key: string, { min, max }: NumberRange): number | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#fields[key];
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw this.error(key, `must be a number from ${min} to ${max}, got ${numberOrKind(value)}`);
  }

  /** True or false. */
  flag(key: string): boolean | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#fields[key];
    if (typeof value === 'boolean') return value;
    throw this.error(key, `must be true or false, got ${kindOf(value)}`);
  }

  /** A list of texts. */
  texts(key: string): readonly string[] | undefined {
    return this.has(key) ? this.#listOf(key).map((item) => this.#textOf(key, item)) : undefined;
  }

  /** A nested table, or undefined if the key is missing. */
  table(key: string): TableReader | undefined {
    return this.has(key) ? this.#child(this.#fields[key], `[${key}]`) : undefined;
  }

  /** Nested tables, none if the key is missing. */
  tables(key: string): readonly TableReader[] {
    if (!this.has(key)) return [];
    return this.#listOf(key).map((item, index) => this.#child(item, `[[${key}]] number ${index + 1}`));
  }

  /** A value parsed by another parser, whose error becomes one of this table. */
  parsed<T>(key: string, parse: (text: string) => T): T | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (cause) {
      const words = cause instanceof EdgeError ? cause.message : 'invalid value';
      throw new EdgeError(this.#place.code, `${this.#place.where}: "${key}": ${words}`, { cause });
    }
  }

  /** Reports a missing key, in place of its value. @throws EdgeError */
  missing(key: string, expected = 'a value'): never {
    throw new EdgeError(this.#place.code, `${this.#place.where}: "${key}" is missing: must be ${expected}`);
  }

  /** An error about a key; the words say what was expected. */
  error(key: string, words: string): EdgeError {
    return new EdgeError(this.#place.code, `${this.#place.where}: "${key}" ${words}`);
  }

  /** An error about the table as a whole. */
  problem(words: string): EdgeError {
    return new EdgeError(this.#place.code, `${this.#place.where}: ${words}`);
  }

  /** To call after reading all keys. @throws EdgeError for a key that was not read, with the most similar known one. */
  end(): void {
    const unknown = Object.keys(this.#fields).find((key) => !this.#known.has(key));
    if (unknown === undefined) return;
    const known = [...this.#known];
    const nearest = nearestName(unknown, known);
    const hint = nearest === undefined ? `known keys are ${known.join(', ')}` : `did you mean "${nearest}"?`;
    throw new EdgeError(
      this.#place.code,
      `${this.#place.where}: unknown key "${unknown.slice(0, 64)}", ${hint}`,
    );
  }

  #child(value: unknown, name: string): TableReader {
    const { where, ...place } = this.#place;
    return new TableReader(value, { where: `${where}, ${name}`, ...place });
  }

  #listOf(key: string): readonly unknown[] {
    const value = this.#fields[key];
    if (!Array.isArray(value)) throw this.error(key, `must be a list, got ${kindOf(value)}`);
    const { maxEntries = MAX_LIST_LENGTH } = this.#place;
    if (value.length > maxEntries)
      throw this.error(key, `must have at most ${maxEntries} entries, got ${value.length}`);
    return value;
  }

  #textOf(key: string, value: unknown): string {
    if (typeof value !== 'string' || value === '')
      throw this.error(key, `must be a string, got ${kindOf(value)}`);
    if (value.length > MAX_TEXT_LENGTH)
      throw this.error(key, `must have at most ${MAX_TEXT_LENGTH} characters, got ${value.length}`);
    if (value.includes('\0')) throw this.error(key, 'must not contain a NUL character');
    return value;
  }
}
