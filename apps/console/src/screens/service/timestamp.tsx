/** @module A timestamp from the service. */

import { words } from '../../messages/service-messages.ts';

/** Date and time in the current language's format. */
export function Timestamp({ at, isExact = false }: { readonly at: string; readonly isExact?: boolean }) {
  const ms = Date.parse(at);
  return <time dateTime={at}>{isExact ? words.exactly(ms) : words.at(ms)}</time>;
}
