/** @module Validates requests against their route's schema. */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ApiError } from './api-error.ts';

/** Integers of a query are text on the wire; fifteen digits are exact. */
const INTEGER = /^\d{1,15}$/;

/** One failed keyword; input is never quoted. */
interface SchemaFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
}

/**
 * Compiles a route's schema. Bodies and paths are not converted: a number in quotes is not a number. In a
 * query, where everything is text, integer properties are parsed.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = Compile(schema);
  const integers = httpPart === 'querystring' ? integerNames(schema) : [];
  const part =
    httpPart === 'querystring' ? 'query' : httpPart === 'params' ? 'path' : (httpPart ?? 'request');
  return (given: unknown) => {
    const value = withIntegers(given, integers);
    if (check.Check(value)) return { value };
    return { error: ApiError.badRequest(describe(part, check.Errors(value))) };
  };
};

function describe(part: string, faults: readonly SchemaFault[]): string {
  if (faults.some(({ keyword }) => keyword === 'additionalProperties')) {
    return `${part} contains an unknown name`;
  }
  // alternatives report each of their parts first and themselves last
  const fault = faults.find(({ keyword }) => keyword === 'anyOf') ?? faults[0];
  return `${part}${fault?.instancePath ?? ''} ${fault?.message ?? 'must match its schema'}`;
}

function integerNames(schema: TSchema): string[] {
  const { properties } = schema as { properties?: Record<string, { type?: string }> };
  return Object.entries(properties ?? {}).flatMap(([name, { type }]) => (type === 'integer' ? [name] : []));
}

function withIntegers(given: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof given !== 'object' || given === null) return given;
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    const isInteger = names.includes(name) && typeof value === 'string' && INTEGER.test(value);
    return [name, isInteger ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}
