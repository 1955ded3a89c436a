/** @module The messages of the page on a device's own origin. Scripts of the device can send them too, so everything is validated and limited. */
import { isFieldValue, isToken, type Field } from '../http/fields.ts';

/** A request of one of the device's pages. */
export interface AskedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly fields: readonly Field[];
  readonly referrer: string;
  readonly userAgent: string;
  /** Whether it loads a document. */
  readonly isNavigation: boolean;
  readonly hasBody: boolean;
  /** The page's name for a download; undefined for any other request. */
  readonly saveAs: string | undefined;
}

/** The address that the page shows. */
export interface PageLocation {
  readonly path: string;
  readonly title: string;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

/** A message of the page. */
export type PageMessage =
  | { readonly kind: 'hello'; readonly hasWorker: boolean }
  | { readonly kind: 'location'; readonly location: PageLocation }
  /** The browser left the device's pages. */
  | { readonly kind: 'left' }
  | { readonly kind: 'cookie'; readonly text: string; readonly path: string }
  | { readonly kind: 'fetch'; readonly request: AskedRequest }
  | { readonly kind: 'socket'; readonly target: string; readonly protocols: readonly string[] }
  /** A file made by the page, to be saved. */
  | { readonly kind: 'file'; readonly name: string; readonly blob: Blob }
  /** A link to another site, to be opened. */
  | { readonly kind: 'link'; readonly url: string };

/** Longest path, in characters. Reason: servers accept less. */
const MAX_PATH_LENGTH = 16 * 1024;
const MAX_TITLE_LENGTH = 200;
const MAX_FIELDS = 100;
const MAX_FIELD_LENGTH = 16 * 1024;
const MAX_PROTOCOLS = 16;

/** Longest link, in characters. Reason: the person must be able to read it. */
const MAX_URL_LENGTH = 2048;

/** Parses a message; undefined if it is invalid. */
export function parsePageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const field: Read = (key) => Reflect.get(data, key);
  switch (field('type')) {
    case 'hello':
      return { kind: 'hello', hasWorker: field('worker') === 'active' };
    case 'location':
      return parseLocation(field);
    case 'left':
      return { kind: 'left' };
    case 'cookie':
      return parseCookie(field);
    case 'fetch':
      return parseFetch(field);
    case 'socket':
      return parseSocket(field);
    case 'file':
      return parseFile(field);
    case 'link':
      return parseLink(field('url'));
    default:
      return undefined;
  }
}

type Read = (key: string) => unknown;

function parseLocation(field: Read): PageMessage | undefined {
  const [path, title] = [pathOf(field('path')), field('title')];
  if (path === undefined || typeof title !== 'string') return undefined;
  const [canGoBack, canGoForward] = [field('canGoBack') === true, field('canGoForward') === true];
  return {
    kind: 'location',
    location: { path, title: title.slice(0, MAX_TITLE_LENGTH), canGoBack, canGoForward },
  };
}

function parseCookie(field: Read): PageMessage | undefined {
  const [text, path] = [field('text'), pathOf(field('path'))];
  if (typeof text !== 'string' || text.length > MAX_FIELD_LENGTH || path === undefined) return undefined;
  return { kind: 'cookie', text, path };
}

function parseFetch(field: Read): PageMessage | undefined {
  const [method, target] = [field('method'), pathOf(field('target'))];
  const [referrer, userAgent] = [field('referrer'), field('userAgent')];
  const fields = parseFields(field('fields'));
  if (typeof method !== 'string' || !isToken(method) || target === undefined || fields === undefined)
    return undefined;
  return {
    kind: 'fetch',
    request: {
      method: method.toUpperCase(),
      target,
      fields,
      referrer: shortOf(referrer),
      userAgent: shortOf(userAgent),
      isNavigation: field('isNavigation') === true,
      hasBody: field('hasBody') === true,
      saveAs: nameOf(field('saveAs')),
    },
  };
}

function parseSocket(field: Read): PageMessage | undefined {
  const [target, protocols] = [pathOf(field('target')), field('protocols')];
  if (target === undefined || !Array.isArray(protocols) || protocols.length > MAX_PROTOCOLS) return undefined;
  const isGood = protocols.every((each) => typeof each === 'string' && isToken(each) && each.length < 256);
  return isGood ? { kind: 'socket', target, protocols } : undefined;
}

function parseFile(field: Read): PageMessage | undefined {
  const [name, blob] = [nameOf(field('name')), field('blob')];
  return name !== undefined && blob instanceof Blob ? { kind: 'file', name, blob } : undefined;
}

/** Only http and https URLs, without credentials, which could be mistaken for the host. */
function parseLink(value: unknown): PageMessage | undefined {
  const url = typeof value === 'string' && value.length <= MAX_URL_LENGTH ? URL.parse(value) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url !== null && isWeb && url.username + url.password === ''
    ? { kind: 'link', url: url.href }
    : undefined;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_FIELD_LENGTH) : undefined;
}

function parseFields(value: unknown): Field[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_FIELDS) return undefined;
  const fields = value.flatMap((each: unknown): Field[] => {
    const [name, text]: unknown[] = Array.isArray(each) ? each : [];
    const isGood =
      typeof name === 'string' && isToken(name) && typeof text === 'string' && isFieldValue(text);
    return isGood && text.length <= MAX_FIELD_LENGTH ? [[name, text]] : [];
  });
  return fields.length === value.length ? fields : undefined;
}

function pathOf(value: unknown): string | undefined {
  const isPath = typeof value === 'string' && value.startsWith('/') && value.length <= MAX_PATH_LENGTH;
  return isPath ? value : undefined;
}

function shortOf(value: unknown): string {
  return typeof value === 'string' && value.length <= MAX_PATH_LENGTH && isFieldValue(value) ? value : '';
}
