/** @module The values of a route's `:names`, typed by its pattern. */
import { EdgeError } from '@longwire/protocol';

type NameOf<Segment extends string> = Segment extends `:${infer Name}` ? Name : never;

type NamesOf<Pattern extends string> = Pattern extends `${infer Head}/${infer Rest}`
  ? NameOf<Head> | NamesOf<Rest>
  : NameOf<Pattern>;

/** The values of a pattern's `:names`; any name when the pattern is not known at compile time. */
export type PathParams<Pattern extends string> = string extends Pattern
  ? Readonly<Record<string, string>>
  : { readonly [Name in NamesOf<Pattern>]: string };

/** Types the values that a router found as those of the pattern. @throws EdgeError ERR_ROUTE when one is missing. */
export function parsePathParams<Pattern extends string>(
  pattern: Pattern,
  values: Readonly<Record<string, string>>,
): PathParams<Pattern>;
export function parsePathParams(pattern: string, values: Readonly<Record<string, string>>): unknown {
  for (const segment of pattern.split('/')) {
    if (segment.startsWith(':') && values[segment.slice(1)] === undefined)
      throw new EdgeError('ERR_ROUTE', `path has no value for ${segment}`);
  }
  return values;
}
