/** @module The header fields that the device's page is given: those of the device's answer that mean something there. */
import type { Field } from '../http/fields.ts';
import { allowShim, type Shim } from './allow-shim.ts';
import { ownLocation } from './own-location.ts';

/** What becomes of an answer on the way. */
export interface ResponseChange {
  /** The device's own origin. */
  readonly origin: string;
  /** Whether the body is decoded, or something is put into it: it has another length then. */
  readonly isOther: boolean;
  /** The script that stands in for cookies and WebSockets, where it is put into the document. */
  readonly shim: Shim | undefined;
}

/** Fields that are about one connection, or kept elsewhere, or would keep the page from being shown here. */
const DROPPED = new Set([
  'alt-svc',
  'connection',
  'keep-alive',
  'proxy-connection',
  'set-cookie',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-frame-options',
]);

/** What describes the body as it was sent. */
const OF_BODY = new Set(['content-encoding', 'content-length', 'content-md5', 'digest']);

const POLICIES = new Set(['content-security-policy', 'content-security-policy-report-only']);

/** The fields of an answer. */
export function responseFields(fields: readonly Field[], { origin, isOther, shim }: ResponseChange): Field[] {
  return fields.flatMap(([name, value]): Field[] => {
    const key = name.toLowerCase();
    if (DROPPED.has(key) || (isOther && OF_BODY.has(key))) return [];
    if (key === 'location') return [[name, ownLocation(value, origin)]];
    if (POLICIES.has(key)) return [[name, allowShim(value, shim)]];
    return [[name, value]];
  });
}
