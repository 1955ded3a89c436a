/** @module The value of a described resource: a data schema of the Web of Things (Thing Description 1.1, section 5.3.2), and its check. */
import { assertNever, EdgeError } from '@longwire/protocol';
import type { BodySchema } from './request-body.ts';

/** On or off. */
export interface BooleanSchema {
  readonly type: 'boolean';
}

/** A number. */
export interface NumberSchema {
  readonly type: 'number' | 'integer';
  /** A unit name of SenML (RFC 8428 section 12.1), such as `Cel`, `%RH` or `lx`; `%` for a percentage. */
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The step. */
  readonly multipleOf?: number;
}

/** One of several named texts. */
export interface Choice {
  readonly const: string;
  /** For people. */
  readonly title: string;
}

/** A text: any, or one of a list. */
export interface StringSchema {
  readonly type: 'string';
  /** In UTF-16 units; {@link MAX_TEXT_LENGTH} unless given. */
  readonly maxLength?: number;
  readonly oneOf?: readonly Choice[];
}

/** The kind of a value, and what it may be. */
export type DataSchema = BooleanSchema | NumberSchema | StringSchema;

/** Longest text of a resource without a limit of its own, in UTF-16 units. Reason: it is edited in one line. */
const MAX_TEXT_LENGTH = 1024;

/** Most choices. Reason: more than a person reads in a list. */
const MAX_CHOICES = 64;

/** Longest value or title of a choice, and longest unit. Reason: they are labels. */
const MAX_LABEL_LENGTH = 128;

/** How far a number may be from a multiple of its step, in steps. Reason: 0.3 is not exactly three times 0.1. */
const STEP_TOLERANCE = 1e-6;

/** Checks a schema. @throws EdgeError ERR_ROUTE */
export function checkDataSchema(schema: DataSchema): void {
  const problem = problemOf(schema);
  if (problem !== undefined) throw new EdgeError('ERR_ROUTE', problem);
}

function problemOf(schema: DataSchema): string | undefined {
  switch (schema.type) {
    case 'boolean':
      return undefined;
    case 'number':
    case 'integer':
      return numberProblem(schema);
    case 'string':
      return textProblem(schema);
    default:
      return `type must be boolean, number, integer or string`;
  }
}

function numberProblem({ unit = '', minimum, maximum, multipleOf = 1 }: NumberSchema): string | undefined {
  if (!isLabel(unit)) return `unit must be one line of up to ${MAX_LABEL_LENGTH} characters`;
  if (![minimum ?? 0, maximum ?? 0, multipleOf].every(Number.isFinite))
    return 'minimum, maximum and multipleOf must be finite numbers';
  if (minimum !== undefined && maximum !== undefined && minimum >= maximum)
    return `minimum must be less than maximum, got ${minimum} and ${maximum}`;
  return multipleOf > 0 ? undefined : `multipleOf must be greater than 0, got ${multipleOf}`;
}

function textProblem({ maxLength = 1, oneOf }: StringSchema): string | undefined {
  if (!Number.isInteger(maxLength) || maxLength < 1)
    return `maxLength must be an integer from 1, got ${maxLength}`;
  if (oneOf === undefined) return undefined;
  if (oneOf.length === 0 || oneOf.length > MAX_CHOICES)
    return `oneOf must have 1 to ${MAX_CHOICES} choices, got ${oneOf.length}`;
  if (!oneOf.every((choice) => isLabel(choice.const) && isLabel(choice.title)))
    return `const and title of a choice must be one line of up to ${MAX_LABEL_LENGTH} characters`;
  return new Set(oneOf.map((choice) => choice.const)).size === oneOf.length
    ? undefined
    : 'oneOf must have a different const in each choice';
}

function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && !/\p{Cc}/u.test(text);
}

/** Whether a value is one that the schema allows. */
export function isAllowed(schema: DataSchema, value: unknown): boolean {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && isAllowedText(schema, value);
    case 'number':
    case 'integer':
      return typeof value === 'number' && isAllowedNumber(schema, value);
    default:
      return assertNever(schema);
  }
}

function isAllowedText({ maxLength = MAX_TEXT_LENGTH, oneOf }: StringSchema, text: string): boolean {
  return text.length <= maxLength && (oneOf?.some((choice) => choice.const === text) ?? true);
}

function isAllowedNumber({ type, minimum, maximum, multipleOf }: NumberSchema, value: number): boolean {
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return false;
  if (value < (minimum ?? -Infinity) || value > (maximum ?? Infinity)) return false;
  if (multipleOf === undefined) return true;
  const steps = value / multipleOf;
  return Math.abs(steps - Math.round(steps)) <= STEP_TOLERANCE;
}

/** The schema as the `body` of a route, which refuses every other value with 400. */
export function bodyOf(schema: DataSchema): BodySchema<unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'longwire',
      validate: (value) => (isAllowed(schema, value) ? { value } : REFUSED),
    },
  };
}

const REFUSED = { issues: [{ message: 'a value that the description does not allow' }] };
