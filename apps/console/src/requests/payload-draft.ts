/** @module The request editor: what is typed, and what is sent for it. */

import { assertNever } from '../assert-never.ts';
import { readHex, utf8Encode } from '../bytes.ts';
import type { Messages } from '../messages/en.ts';
import { ContentFormat, EdgeError, encodeCbor } from '../wire.ts';
import { jsonToCbor } from './cbor-json.ts';

/** The methods, in the order that they are offered. */
export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** The ways to write a payload, in the order that they are offered. */
export const DRAFT_FORMATS = ['none', 'json', 'cbor', 'text', 'hex', 'file'] as const;

/** One of the methods. */
export type DraftMethod = (typeof METHODS)[number];

/** One way to write a payload. */
export type DraftFormat = (typeof DRAFT_FORMATS)[number];

/** A request as typed. */
export interface RequestDraft {
  readonly method: DraftMethod;
  readonly path: string;
  /** Arguments, `name=value` with `&` between them, as they are sent. */
  readonly query: string;
  readonly format: DraftFormat;
  /** A content format's number instead of what the way of writing says; empty for that. */
  readonly contentFormat: string;
  readonly text: string;
  readonly file?: File | undefined;
}

/** An editor in which nothing was typed. */
export const EMPTY_DRAFT: RequestDraft = {
  method: 'GET',
  path: '/',
  query: '',
  format: 'none',
  contentFormat: '',
  text: '',
};

/** A request that can be sent; a file is read when it is. */
export interface ReadyRequest {
  readonly method: DraftMethod;
  /** With its query. */
  readonly path: string;
  readonly payload?: Uint8Array | File;
  readonly contentFormat?: number;
}

/** The places where something may be wrong. */
export type DraftErrors = { readonly [Field in 'path' | 'contentFormat' | 'payload']?: string };

/** A draft that can be sent, or what is wrong with it and where. */
export type ReadDraft =
  | { readonly ok: true; readonly request: ReadyRequest }
  | { readonly ok: false; readonly errors: DraftErrors };

/** Largest file that is sent, in bytes. Reason: it is held in memory; what is larger is for a stream. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The highest content format number (RFC 7252 section 12.3). */
const MAX_CONTENT_FORMAT = 65_535;

/** The content format that a way of writing stands for. */
export function formatOfDraft({ format, file }: RequestDraft): number | undefined {
  switch (format) {
    case 'none':
      return undefined;
    case 'json':
      return ContentFormat.json;
    case 'cbor':
      return ContentFormat.cbor;
    case 'text':
      return ContentFormat.text;
    case 'hex':
      return ContentFormat.octetStream;
    case 'file':
      return FORMAT_OF_MEDIA_TYPE[file?.type ?? ''] ?? ContentFormat.octetStream;
    default:
      return assertNever(format);
  }
}

/** A path that was typed with its query, taken apart; any other draft as it is. */
export function withQueryApart(draft: RequestDraft): RequestDraft {
  const at = draft.path.indexOf('?');
  if (at < 0) return draft;
  const query = [draft.path.slice(at + 1), draft.query].filter((part) => part !== '').join('&');
  return { ...draft, path: draft.path.slice(0, at), query };
}

/** Checks a draft and turns its text into bytes. */
export function readDraft(typed: RequestDraft, words: Messages['check']): ReadDraft {
  const draft = withQueryApart(typed);
  const { method, path, query, format } = draft;
  const payload = attempt(() => payloadOf(draft), words);
  const number = numberOf(draft);
  const errors: DraftErrors = {
    ...(path.startsWith('/') ? {} : { path: words.path }),
    ...('error' in payload ? { payload: payload.error } : {}),
    ...(number === undefined && format !== 'none' ? { contentFormat: words.contentFormat } : {}),
  };
  if (Object.keys(errors).length > 0 || 'error' in payload) return { ok: false, errors };
  const { value } = payload;
  const body = value === undefined || number === undefined ? {} : { payload: value, contentFormat: number };
  return { ok: true, request: { method, path: query === '' ? path : `${path}?${query}`, ...body } };
}

/** The content formats of files (RFC 7252 section 12.3, and the registry's images). */
const FORMAT_OF_MEDIA_TYPE: { readonly [mediaType: string]: number } = {
  'text/plain': ContentFormat.text,
  'application/link-format': ContentFormat.linkFormat,
  'application/xml': ContentFormat.xml,
  'text/xml': ContentFormat.xml,
  'application/json': ContentFormat.json,
  'application/cbor': ContentFormat.cbor,
  'image/gif': 21,
  'image/jpeg': 22,
  'image/png': 23,
};

function numberOf(draft: RequestDraft): number | undefined {
  const text = draft.contentFormat.trim();
  if (text === '') return formatOfDraft(draft);
  return /^\d{1,5}$/u.test(text) && Number(text) <= MAX_CONTENT_FORMAT ? Number(text) : undefined;
}

function payloadOf({ format, text, file }: RequestDraft): Uint8Array | File | undefined {
  switch (format) {
    case 'none':
      return undefined;
    case 'text':
      return utf8Encode(text);
    case 'json':
      JSON.parse(text);
      return utf8Encode(text);
    case 'cbor':
      return encodeCbor(jsonToCbor(JSON.parse(text)));
    case 'hex': {
      const bytes = readHex(text);
      if (bytes === undefined) throw new RangeError('payload expected pairs of hex digits');
      return bytes;
    }
    case 'file':
      if (file === undefined || file.size > MAX_FILE_BYTES) throw new UnusableFile();
      return file;
    default:
      return assertNever(format);
  }
}

class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

function attempt<Value>(make: () => Value, words: Messages['check']): { value: Value } | { error: string } {
  try {
    return { value: make() };
  } catch (error) {
    return { error: draftError(error, words) };
  }
}

function draftError(error: unknown, words: Messages['check']): string {
  if (error instanceof SyntaxError) return words.json(error.message);
  if (error instanceof RangeError) return words.hex;
  if (error instanceof UnusableFile) return words.file;
  if (error instanceof EdgeError) return words.cbor;
  throw error;
}
