/** @module A point in time that the service gives. */

import { words } from '../../messages/service-messages.ts';

/** Date and time as the language writes them. */
export function Moment({ at, isExact = false }: { readonly at: string; readonly isExact?: boolean }) {
  const ms = Date.parse(at);
  return <time dateTime={at}>{isExact ? words.exactly(ms) : words.at(ms)}</time>;
}
