/** @module The request editor: the typed draft, and the request sent for it. */

import { ContentFormat, EdgeError, type Method } from '@longwire/client';
import { encodeCbor } from '@longwire/protocol/cbor';
import { assertNever, MAX_CONTENT_FORMAT, utf8Encode } from '@longwire/protocol/base';
import { readHex } from '../bytes.ts';
import type { Messages } from '../messages/en.ts';
import { jsonToCbor } from './cbor-json.ts';

/** The payload formats in the order in which they are offered. */
export const DRAFT_FORMATS = ['none', 'json', 'cbor', 'text', 'hex', 'file'] as const;

/** One payload format of the editor. */
export type DraftFormat = (typeof DRAFT_FORMATS)[number];

/** A request as typed. */
export interface RequestDraft {
  readonly method: Method;
  readonly path: string;
  /** Arguments, `name=value` joined by `&`, as they are sent. */
  readonly query: string;
  readonly format: DraftFormat;
  /** The number of a content format that replaces the one of the payload format; empty for the default. */
  readonly contentFormat: string;
  readonly text: string;
  readonly file?: File | undefined;
}

/** An empty draft. */
export const EMPTY_DRAFT: RequestDraft = {
  method: 'GET',
  path: '/',
  query: '',
  format: 'none',
  contentFormat: '',
  text: '',
};

/** A request ready to send; a file is read when it is sent. */
export interface ReadyRequest {
  readonly method: Method;
  /** With its query. */
  readonly path: string;
  readonly payload?: Uint8Array | File;
  readonly contentFormat?: number;
}

/** The fields with errors. */
export type DraftErrors = { readonly [Field in 'path' | 'contentFormat' | 'payload']?: string };

/** A request ready to send, or the errors of its fields. */
export type ReadDraft =
  | { readonly ok: true; readonly request: ReadyRequest }
  | { readonly ok: false; readonly errors: DraftErrors };

/** Largest file that is sent, in bytes. Reason: it is held in memory; larger files need a stream. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The content format of a payload format. */
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

/** The draft with the query moved out of the path, if it was typed there. */
export function withQueryApart(draft: RequestDraft): RequestDraft {
  const at = draft.path.indexOf('?');
  if (at < 0) return draft;
  const query = [draft.path.slice(at + 1), draft.query].filter((part) => part !== '').join('&');
  return { ...draft, path: draft.path.slice(0, at), query };
}

/** Validates a draft and encodes its text. */
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

/** Content formats of files (RFC 7252 section 12.3, and the images in the registry). */
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
      if (bytes === undefined) throw new UnusableHex();
      return bytes;
    }
    case 'file':
      if (file === undefined || file.size > MAX_FILE_BYTES) throw new UnusableFile();
      return file;
    default:
      return assertNever(format);
  }
}

class UnusableHex extends Error {
  override readonly name = 'UnusableHex';
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
  if (error instanceof UnusableHex) return words.hex;
  if (error instanceof UnusableFile) return words.file;
  if (error instanceof RangeError || error instanceof EdgeError) return words.cbor;
  throw error;
}
