/** @module The payload editor: what is typed, and the bytes that it stands for. */

import { assertNever } from '../assert-never.ts';
import { readHex, utf8Encode } from '../bytes.ts';
import type { Messages } from '../messages/en.ts';
import { ContentFormat, EdgeError, encodeCbor } from '../wire.ts';
import { jsonToCbor } from './cbor-json.ts';

/** The ways to write a payload, in the order that they are offered. */
export const DRAFT_FORMATS = ['none', 'json', 'text', 'cbor', 'hex', 'xml', 'link'] as const;

/** One way to write a payload. */
export type DraftFormat = (typeof DRAFT_FORMATS)[number];

/** A request as typed. */
export interface RequestDraft {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly format: DraftFormat;
  readonly text: string;
}

/** The bytes of a draft, or what is wrong with it and where. */
export type ReadDraft =
  | { readonly ok: true; readonly payload?: Uint8Array; readonly contentFormat?: number }
  | { readonly ok: false; readonly errors: { readonly path?: string; readonly payload?: string } };

/** Checks a draft and turns its text into bytes. */
export function readDraft({ path, format, text }: RequestDraft, words: Messages['check']): ReadDraft {
  const pathError = path.startsWith('/') ? undefined : words.path;
  try {
    const sent = encodeDraft(format, text);
    return pathError === undefined ? { ok: true, ...sent } : { ok: false, errors: { path: pathError } };
  } catch (error) {
    const payload = draftError(error, words);
    return { ok: false, errors: { payload, ...(pathError === undefined ? {} : { path: pathError }) } };
  }
}

function encodeDraft(format: DraftFormat, text: string): { payload?: Uint8Array; contentFormat?: number } {
  switch (format) {
    case 'none':
      return {};
    case 'text':
      return { payload: utf8Encode(text), contentFormat: ContentFormat.text };
    case 'xml':
      return { payload: utf8Encode(text), contentFormat: ContentFormat.xml };
    case 'link':
      return { payload: utf8Encode(text), contentFormat: ContentFormat.linkFormat };
    case 'json':
      JSON.parse(text);
      return { payload: utf8Encode(text), contentFormat: ContentFormat.json };
    case 'cbor':
      return { payload: encodeCbor(jsonToCbor(JSON.parse(text))), contentFormat: ContentFormat.cbor };
    case 'hex': {
      const payload = readHex(text);
      if (payload === undefined) throw new RangeError('payload expected pairs of hex digits');
      return { payload, contentFormat: ContentFormat.octetStream };
    }
    default:
      return assertNever(format);
  }
}

function draftError(error: unknown, words: Messages['check']): string {
  if (error instanceof SyntaxError) return words.json(error.message);
  if (error instanceof RangeError) return words.hex;
  if (error instanceof EdgeError) return words.cbor;
  throw error;
}
