/** @module The link that identifies a device to a browser: `https://host/path#p=…&d=…` (PROTOCOL.md section 8). */
import { EdgeError } from '../errors/edge-error.ts';
import { parseFingerprint, type Fingerprint } from '../auth/fingerprint.ts';

/** The contents of a pairing link. An empty user name means pairing with the open pairing password. */
export interface PairingLink {
  productId: string;
  deviceId: string;
  username?: string;
  password?: string;
  sct?: string;
  fingerprint?: Fingerprint;
  /** What the device is called, for a list of devices. */
  deviceName?: string;
  /** The password is an invite's: the first browser that pairs uses it up. Only true if the link says so. */
  isInvite?: true;
}

/** Longest link parsed, in characters. Reason: far beyond the capacity of a QR code (4,296). */
const MAX_LINK_LENGTH = 8192;

const KEYS: ReadonlySet<string> = new Set(['p', 'd', 'u', 'pwd', 'sct', 'fp', 'i', 'n']);

/** The value of `i` in an invite (docs/adr/0034). Clients that do not know `i` or `n` ignore them. */
const INVITE_MARK = '1';

const LINK = /^[a-z][a-z0-9+.-]*:\/\/[^\s?#]*(?:\?(?<query>[^\s#]*))?(?:#(?<fragment>\S*))?$/i;
const BASE = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#][^\s#]*$/i;

/**
 * Parses a pairing link from its query and its fragment; a key in the fragment takes precedence. The error never
 * quotes the link.
 * @throws EdgeError ERR_PAIRING_LINK
 */
export function parsePairingLink(url: string): PairingLink {
  const text = url.trim();
  const parts = text.length > MAX_LINK_LENGTH ? null : LINK.exec(text);
  if (parts === null) throw broken('must be a URL');
  const fields = readFields([parts.groups?.['fragment'], parts.groups?.['query']]);
  const username = fields.get('u');
  const password = fields.get('pwd');
  const sct = fields.get('sct');
  const fingerprint = fields.get('fp');
  const deviceName = fields.get('n');
  return {
    productId: required(fields, 'p'),
    deviceId: required(fields, 'd'),
    ...(username === undefined ? {} : { username }),
    ...(password ? { password } : {}),
    ...(sct ? { sct } : {}),
    ...(fingerprint === undefined ? {} : { fingerprint: readFingerprint(fingerprint) }),
    ...(deviceName ? { deviceName } : {}),
    ...(fields.get('i') === INVITE_MARK ? { isInvite: true } : {}),
  };
}

/**
 * Formats a link with everything in the fragment, which keeps the password out of server and referrer logs.
 * @throws EdgeError ERR_PAIRING_LINK if the base is not a URL, or a value cannot be encoded.
 */
export function formatPairingLink(base: string, link: PairingLink): string {
  if (!BASE.test(base)) throw broken('base must be a URL without a fragment');
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['p', link.productId],
    ['d', link.deviceId],
    ['u', link.username],
    ['pwd', link.password],
    ['sct', link.sct],
    ['fp', link.fingerprint],
    ['n', link.deviceName],
    ['i', link.isInvite === true ? INVITE_MARK : undefined],
  ];
  const written = fields.flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encode(value)}`]));
  return `${base}#${written.join('&')}`;
}

/**
 * The same link with everything in the query, for existing pages that do not read the fragment; on `page`, or by
 * default on the link's own page. Its password then ends up in the logs of every server on the way. The `i` field,
 * which marks an invite, is omitted: those pages do not know it.
 * @throws EdgeError ERR_PAIRING_LINK if the page is not a URL without a query, or the link has no fragment.
 */
export function queryLinkOf(link: string, page?: string): string {
  const at = link.indexOf('#');
  const base = page ?? link.slice(0, Math.max(at, 0));
  if (at < 0 || !BASE.test(base) || base.includes('?'))
    throw broken('needs a page without query and fragment');
  const fields = link.slice(at + 1).split('&');
  return `${base}?${fields.filter((field) => !field.startsWith('i=')).join('&')}`;
}

function readFields(sources: readonly (string | undefined)[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const field of sources.flatMap((source) => source?.split('&') ?? [])) {
    const end = field.includes('=') ? field.indexOf('=') : field.length;
    const key = field.slice(0, end);
    if (KEYS.has(key) && !fields.has(key)) fields.set(key, decode(field.slice(end + 1)));
  }
  return fields;
}

function required(fields: ReadonlyMap<string, string>, key: 'p' | 'd'): string {
  const value = fields.get(key);
  if (!value) throw broken(`lacks a value for ${key}`);
  return value;
}

function readFingerprint(text: string): Fingerprint {
  try {
    return parseFingerprint(text);
  } catch (cause) {
    throw broken('must have 64 hex digits in fp', { cause });
  }
}

/** Form encoding: a plus is a space, and a percent sign starts an escape. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw broken('has percent escapes that are not UTF-8', { cause });
  }
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    throw broken('cannot hold a lone surrogate', { cause });
  }
}

function broken(problem: string, options?: ErrorOptions): EdgeError {
  return new EdgeError('ERR_PAIRING_LINK', `pairing link ${problem}`, options);
}
