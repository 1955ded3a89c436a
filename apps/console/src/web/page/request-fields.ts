/** @module The header fields that the device's web server is sent: those of the page's request, and what a browser adds to them. */
import { fieldOf, type Field } from '../http/fields.ts';
import type { AskedRequest } from './page-message.ts';

/** What a browser adds. */
export interface BrowserFacts {
  /** The device's own origin, which is what its pages believe that they are on. */
  readonly origin: string;
  readonly cookie: string | undefined;
  readonly languages: readonly string[];
}

/** Fields that are about one connection, or not a page's to set. */
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
  const has = (name: string): boolean => fieldOf(asked, name) !== undefined;
  const fields: Field[] = [
    ...commonFields(facts, request.userAgent),
    ...asked,
    // Reason: a range is one of what stands in the file, and not of what a coding makes of it.
    ['Accept-Encoding', has('range') ? 'identity' : 'gzip'],
  ];
  if (!has('accept')) fields.push(['Accept', '*/*']);
  if (!has('accept-language') && facts.languages.length > 0)
    fields.push(['Accept-Language', facts.languages.join(', ')]);
  if (request.referrer !== '') fields.push(['Referer', request.referrer]);
  if (request.method !== 'GET' && request.method !== 'HEAD') fields.push(['Origin', facts.origin]);
  return fields;
}

/** The fields with which a WebSocket is opened. */
export function socketFields(facts: BrowserFacts, userAgent: string): Field[] {
  return [...commonFields(facts, userAgent), ['Origin', facts.origin]];
}

function commonFields({ origin, cookie }: BrowserFacts, userAgent: string): Field[] {
  const fields: Field[] = [['Host', new URL(origin).host]];
  if (userAgent !== '') fields.push(['User-Agent', userAgent]);
  if (cookie !== undefined) fields.push(['Cookie', cookie]);
  return fields;
}
