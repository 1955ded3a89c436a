/** @module The query of a request path. */
import { EdgeError, utf8Encode } from '@longwire/protocol/base';

/** Arguments by name. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** The longest argument, name and value together, in bytes (RFC 7252 section 5.10). */
const MAX_ARGUMENT_BYTES = 255;

/** Checks that every argument can be sent unencoded. @throws EdgeError ERR_REQUEST_INVALID */
export function checkQuery(query: Query): void {
  for (const argument of argumentsOf(query)) {
    const { length } = utf8Encode(argument);
    if (argument.includes('&') || length > MAX_ARGUMENT_BYTES) {
      throw new EdgeError(
        'ERR_REQUEST_INVALID',
        `query arguments must not contain & and have at most ${MAX_ARGUMENT_BYTES} bytes, got ${length}`,
      );
    }
  }
}

/** The path with the query appended. */
export function withQuery(path: string, query: Query | undefined): string {
  if (query === undefined) return path;
  const added = argumentsOf(query).join('&');
  if (added === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${added}`;
}

function argumentsOf(query: Query): string[] {
  return Object.entries(query).map(([name, value]) => `${name}=${value}`);
}
