/** @module The header fields for the device's page: those of the device's response that apply there. */
import type { Field } from '../http/fields.ts';
import { allowShim, type Shim } from './allow-shim.ts';
import { ownLocation } from './own-location.ts';

/** How a response is changed. */
export interface ResponseChange {
  /** The device's own origin. */
  readonly origin: string;
  /** Whether the body is decoded or extended, which changes its length. */
  readonly isOther: boolean;
  /** The script that implements cookies and WebSockets, if it is inserted into the document. */
  readonly shim: Shim | undefined;
}

/** Fields that belong to one connection, are handled elsewhere, or would keep the page from being shown here. */
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

/** Fields that describe the original body. */
const OF_BODY = new Set(['content-encoding', 'content-length', 'content-md5', 'digest']);

const POLICIES = new Set(['content-security-policy', 'content-security-policy-report-only']);

/** The fields of a response. */
export function responseFields(fields: readonly Field[], { origin, isOther, shim }: ResponseChange): Field[] {
  return fields.flatMap(([name, value]): Field[] => {
    const key = name.toLowerCase();
    if (DROPPED.has(key) || (isOther && OF_BODY.has(key))) return [];
    if (key === 'location') return [[name, ownLocation(value, origin)]];
    if (POLICIES.has(key)) return [[name, allowShim(value, shim)]];
    return [[name, value]];
  });
}
