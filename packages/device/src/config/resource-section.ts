/** @module `[[resource]]`: values and buttons that people see in the console, read and set by programs. */
import { EdgeError, given, parseDuration } from '@longwire/protocol';
import { EVENTS_PATH } from '../activity/register-event-resources.ts';
import { checkDataSchema, type DataSchema } from '../coap/data-schema.ts';
import { checkUnreserved } from '../coap/reserved-path.ts';
import { parsePattern } from '../coap/route.ts';
import { parseTitle, readAction } from './config-name.ts';
import type { TableReader } from './table-reader.ts';

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: readonly string[]];

interface ResourcePlace {
  readonly path: string;
  readonly title: string;
  readonly action?: string;
}

/** A value. */
export interface ValueConfig extends ResourcePlace {
  readonly kind: 'value';
  readonly schema: DataSchema;
  /** Prints the value. */
  readonly read: Command;
  /** Gets the value on its stdin, and in place of `{value}` in its arguments. */
  readonly write?: Command;
  /** How often it is read for those who see it, in milliseconds. */
  readonly everyMs: number;
}

/** A button. */
export interface ButtonConfig extends ResourcePlace {
  readonly kind: 'button';
  readonly run: Command;
  /** Whether people are asked first. */
  readonly isAsking: boolean;
}

/** One resource. */
export type ResourceConfig = ValueConfig | ButtonConfig;

/** Most resources. Reason: as many as the console shows. */
export const MAX_RESOURCES = 64;

/** Any number that a sensor or a setting has. */
const BOUNDS = { min: -1e12, max: 1e12 };

/** Shortest interval, and the default, in milliseconds. Reason: each reading starts a program. */
const MIN_EVERY_MS = 1_000;
const DEFAULT_EVERY_MS = 5_000;

/** Reads one `[[resource]]`. @throws EdgeError ERR_CONFIG */
export function parseResource(table: TableReader): ResourceConfig {
  const path = table.parsed('path', parsePath) ?? table.missing('path', 'a path, such as /lamp');
  const title = table.parsed('title', parseTitle) ?? table.missing('title', 'words for people, such as Lamp');
  const place = { path, title, ...readAction(table, 'Home:Control') };
  const config = table.has('run') ? parseButton(table, place) : parseValue(table, place);
  table.end();
  return config;
}

function parsePath(text: string): string {
  checkUnreserved(text);
  const segments = parsePattern(text);
  if (`/${segments[0]}` === EVENTS_PATH)
    throw new EdgeError('ERR_CONFIG', `path '${text}' is reserved for the device's events`);
  if (segments.some((segment) => segment.startsWith(':') || segment === '.well-known'))
    throw new EdgeError('ERR_CONFIG', 'path must be one path, such as /lamp');
  return text;
}

function parseButton(table: TableReader, place: ResourcePlace): ButtonConfig {
  const misplaced = VALUE_KEYS.find((key) => table.has(key));
  if (misplaced !== undefined) throw table.error(misplaced, 'is not a setting of a resource with run');
  const isAsking = table.flag('confirm') ?? true;
  return { kind: 'button', ...place, run: requiredCommand(table, 'run'), isAsking };
}

const VALUE_KEYS = ['type', 'unit', 'min', 'max', 'step', 'choices', 'read', 'write', 'every'];

function parseValue(table: TableReader, place: ResourcePlace): ValueConfig {
  if (table.has('confirm')) throw table.error('confirm', 'is only a setting of a resource with run');
  const schema = parseSchema(table);
  const read = requiredCommand(table, 'read');
  const write = table.has('write') ? { write: requiredCommand(table, 'write') } : {};
  const everyMs = table.parsed('every', parseDuration) ?? DEFAULT_EVERY_MS;
  if (everyMs < MIN_EVERY_MS) throw table.error('every', 'must be a second or longer');
  return { kind: 'value', ...place, schema, read, ...write, everyMs };
}

function parseSchema(table: TableReader): DataSchema {
  const type =
    table.choice('type', ['boolean', 'number', 'integer', 'choice']) ??
    table.missing('type', 'boolean, number, integer or choice');
  const unit = table.text('unit');
  const minimum = table.number('min', BOUNDS);
  const maximum = table.number('max', BOUNDS);
  const multipleOf = table.number('step', BOUNDS);
  const choices = table.texts('choices');
  const isNumber = type === 'number' || type === 'integer';
  const misplaced = ['unit', 'min', 'max', 'step'].find((key) => table.has(key) && !isNumber);
  if (misplaced !== undefined) throw table.error(misplaced, 'is only a setting of a number');
  if ((choices !== undefined) !== (type === 'choice'))
    throw table.error('choices', 'must be a list of words, and only for the type "choice"');
  const schema: DataSchema = isNumber
    ? {
        type,
        ...given({ unit, minimum, maximum, multipleOf }),
      }
    : choices === undefined
      ? { type: 'boolean' }
      : { type: 'string', oneOf: choices.map((choice) => ({ const: choice, title: choice })) };
  try {
    checkDataSchema(schema);
  } catch (cause) {
    if (cause instanceof EdgeError) throw table.error('type', `does not fit its limits: ${cause.message}`);
    throw cause;
  }
  return schema;
}

function requiredCommand(table: TableReader, key: string): Command {
  const [program, ...args] = table.texts(key) ?? [];
  if (program === undefined) throw table.error(key, 'must be a program and its arguments');
  return [program, ...args];
}
