/** @module The arguments of a request, as they stand in its path. */
import { EdgeError, utf8Encode } from '@longwire/protocol/base';

/** Arguments by name. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** The longest argument, name and value together, in bytes (RFC 7252 section 5.10). */
const MAX_ARGUMENT_BYTES = 255;

/** Checks that every argument can be sent as it is. @throws EdgeError ERR_REQUEST_INVALID */
export function checkQuery(query: Query): void {
  for (const argument of argumentsOf(query)) {
    const { length } = utf8Encode(argument);
    if (argument.includes('&') || length > MAX_ARGUMENT_BYTES) {
      throw new EdgeError(
        'ERR_REQUEST_INVALID',
        `query expected arguments without & of up to ${MAX_ARGUMENT_BYTES} bytes, got ${length}`,
      );
    }
  }
}

/** The path with its arguments behind it. */
export function withQuery(path: string, query: Query = {}): string {
  const added = argumentsOf(query).join('&');
  if (added === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${added}`;
}

function argumentsOf(query: Query): string[] {
  return Object.entries(query).map(([name, value]) => `${name}=${value}`);
}
