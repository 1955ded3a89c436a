/** @module A device's resource list as a menu. */

import type { Method } from '@longwire/client';
import { linkAttribute, parseLinkFormat, pathOfTarget, type Link } from '@longwire/client/link-format';
import { METHODS } from '@longwire/protocol/base';
import { hasWords } from '../has-words.ts';
import { utf8Decode } from '../bytes.ts';
import { nonEmpty } from '../read-field.ts';
import type { RequestPort } from './request-run.ts';

/** One resource. */
export interface MenuItem {
  readonly path: string;
  readonly title: string | undefined;
  /** Its types, such as `temperature-c`. */
  readonly types: string | undefined;
  /** The methods that the device lists, else GET. */
  readonly methods: readonly Method[];
  readonly isObservable: boolean;
  /** The path contains a name to be replaced by a value. */
  readonly isPattern: boolean;
}

/** Longest list that is read, in bytes. Reason: a thousand resources with a description each. */
export const MAX_LIST_BYTES = 256 * 1024;

const STREAMS = '/streams';

const COMMON_ITEMS: readonly MenuItem[] = (
  [
    ['/iam/me', ['GET']],
    ['/iam/users', ['GET']],
    ['/iam/roles', ['GET']],
    ['/iam/pairing', ['GET']],
    [STREAMS, ['GET']],
    ['/webrtc/tracks/default', ['GET']],
  ] as const
).map(([path, methods]) => ({
  path,
  title: undefined,
  types: undefined,
  methods,
  isObservable: false,
  isPattern: false,
}));

/** Common resources offered beside those that the device lists; without `/streams` if the device is known not to have it. */
export function commonItems(isListingStreams: boolean | undefined): readonly MenuItem[] {
  return isListingStreams === false ? COMMON_ITEMS.filter(({ path }) => path !== STREAMS) : COMMON_ITEMS;
}

/** The resources of a list; `undefined` if it is invalid. */
export function readMenu(payload: Uint8Array): readonly MenuItem[] | undefined {
  if (payload.length > MAX_LIST_BYTES) return undefined;
  const links = parseLinkFormat(utf8Decode(payload));
  if (!links.ok) return undefined;
  return links.value.map(itemOf).filter((item) => item !== undefined);
}

/** The items that contain every word of the query. */
export function filterMenu(items: readonly MenuItem[], query: string): readonly MenuItem[] {
  return items.filter(({ path, title = '', types = '', methods }) =>
    hasWords(`${path} ${title} ${types} ${methods.join(' ')}`, query),
  );
}

/** The position of the first name in a path pattern, which will be replaced. */
export function nameInPattern(path: string): { readonly start: number; readonly end: number } | undefined {
  const found = /\/(:[^/]+)/u.exec(path);
  const name = found?.[1];
  return name === undefined || found === null
    ? undefined
    : { start: found.index + 1, end: found.index + 1 + name.length };
}

function itemOf(link: Link): MenuItem | undefined {
  const path = pathOfTarget(link.target);
  if (path === undefined) return undefined;
  const listed = (linkAttribute(link, 'methods') ?? '').split(/\s+/u);
  const methods = METHODS.filter((method) => listed.includes(method));
  return {
    path,
    title: nonEmpty(linkAttribute(link, 'title')),
    types: nonEmpty(linkAttribute(link, 'rt')),
    methods: methods.length === 0 ? ['GET'] : methods,
    isObservable: linkAttribute(link, 'obs') !== undefined,
    isPattern: linkAttribute(link, 'pattern') !== undefined,
  };
}

/** A device's list, or why it could not be read. */
export type MenuOutcome =
  | { readonly kind: 'items'; readonly items: readonly MenuItem[] }
  | { readonly kind: 'none' | 'forbidden' | 'unreadable' | 'failed' };

/** Where a device lists its resources. */
const LIST_PATH = '/.well-known/core';

/** Asks; never rejects because of a device or a network. */
export async function loadMenu(port: RequestPort, signal: AbortSignal): Promise<MenuOutcome> {
  try {
    const { statusCode, payload } = await port.request('GET', LIST_PATH, { signal });
    if (statusCode === 401 || statusCode === 403) return { kind: 'forbidden' };
    if (statusCode === 404) return { kind: 'none' };
    if (statusCode !== 205) return { kind: 'failed' };
    const items = readMenu(payload ?? new Uint8Array());
    return items === undefined ? { kind: 'unreadable' } : { kind: 'items', items };
  } catch {
    // The banner above shows the problem of the connection; here, the person can only ask again.
    return { kind: 'failed' };
  }
}
