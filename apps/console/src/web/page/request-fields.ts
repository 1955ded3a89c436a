/** @module The header fields for the device's web server: those of the page's request, and those that a browser adds. */
import { fieldValue, type Field } from '../http/fields.ts';
import type { AskedRequest } from './page-message.ts';

/** The values that a browser adds. */
export interface BrowserFacts {
  /** The device's own origin, on which its pages run. */
  readonly origin: string;
  readonly cookie: string | undefined;
  readonly languages: readonly string[];
}

/** Fields that belong to one connection, or that a page may not set. */
const OWN = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-connection',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** The fields of a request. */
export function requestFields(request: AskedRequest, facts: BrowserFacts): Field[] {
  const asked = request.fields.filter(([name]) => !OWN.has(name.toLowerCase()));
  const has = (name: string): boolean => fieldValue(asked, name) !== undefined;
  const fields: Field[] = [
    ...commonFields(facts, request.userAgent),
    ...asked,
    // Reason: a range refers to the original file, not to its encoded form.
    ['Accept-Encoding', has('range') ? 'identity' : 'gzip'],
  ];
  if (!has('accept')) fields.push(['Accept', '*/*']);
  if (!has('accept-language') && facts.languages.length > 0)
    fields.push(['Accept-Language', facts.languages.join(', ')]);
  if (request.referrer !== '') fields.push(['Referer', request.referrer]);
  if (request.method !== 'GET' && request.method !== 'HEAD') fields.push(['Origin', facts.origin]);
  return fields;
}

/** The fields of a WebSocket handshake. */
export function socketFields(facts: BrowserFacts, userAgent: string): Field[] {
  return [...commonFields(facts, userAgent), ['Origin', facts.origin]];
}

function commonFields({ origin, cookie }: BrowserFacts, userAgent: string): Field[] {
  const fields: Field[] = [['Host', new URL(origin).host]];
  if (userAgent !== '') fields.push(['User-Agent', userAgent]);
  if (cookie !== undefined) fields.push(['Cookie', cookie]);
  return fields;
}
