/** @module The header fields for the device's page: those of the device's response that apply there. */

import type { Field } from '../http/fields.ts';
import { allowShim, type Shim } from './allow-shim.ts';

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

/** Host names that exist only in the device's own network. */
const LOCAL_NAME = /^(?:[^.]+|.*\.(?:local|lan|home|internal|home\.arpa))$/u;
const PRIVATE_ADDRESS = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/u;

/** The target of a redirect, moved to the device's origin if it leads to the device. */
export function ownLocation(location: string, origin: string): string {
  const url = URL.parse(location, origin);
  if (url === null || !(url.protocol === 'http:' || url.protocol === 'https:')) return location;
  const { hostname } = new URL(origin);
  const isOwn = url.hostname === hostname || isLocal(url.hostname);
  if (!isOwn || !/^(?:https?:)?\/\//iu.test(location.trim())) return location;
  return url.pathname + url.search + url.hash;
}

function isLocal(hostname: string): boolean {
  return hostname.startsWith('[') || PRIVATE_ADDRESS.test(hostname) || LOCAL_NAME.test(hostname);
}
