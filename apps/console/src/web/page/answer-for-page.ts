/** @module Converts a device's response for its page: decoded, with the shim in documents, and with the fields that apply there. */
import { fieldValue, fieldValues, type Field } from '../http/fields.ts';
import type { HttpAnswer } from '../http/http-connection.ts';
import type { AskedRequest } from './page-message.ts';
import { codingOf, decoded } from './content-coding.ts';
import { insertShim } from './insert-shim.ts';
import { responseFields } from './response-fields.ts';

/** The response for the page. */
export interface PageAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly fields: readonly Field[];
  readonly hasBody: boolean;
  readonly body: AsyncIterable<Uint8Array>;
  /** Set-Cookie fields, for the jar. */
  readonly cookies: readonly string[];
  /** The effect in the frame; a file is offered to the person, and the frame stays. */
  readonly shows: 'document' | 'file' | 'nothing';
}

const HTML = /^\s*text\/html\s*(?:;|$)/iu;
const ATTACHMENT = /^\s*attachment\b/iu;

/**
 * Types that browsers show in a frame; a document of any other type would be downloaded without a question. A missing type is left to the
 * browser.
 */
const SHOWN =
  /^\s*(?:$|text\/(?!csv|calendar|x-vcard|vcard|rtf|tab-separated)|image\/|audio\/|video\/|multipart\/x-mixed-replace|application\/(?:json|javascript|xml|[\w.-]+\+(?:xml|json))\s*(?:;|$))/iu;

/** The response for a request of a page on this origin. @throws WebError malformed */
export function answerForPage(
  { isNavigation, saveAs }: AskedRequest,
  { head: { status, statusText, fields }, hasBody, body }: HttpAnswer,
  { origin, nonce }: { readonly origin: string; readonly nonce: string },
): PageAnswer {
  const coding = hasBody && status !== 206 ? codingOf(fields) : undefined;
  const isSaved = saveAs !== undefined && status >= 200 && status < 300;
  const shows = isSaved ? 'file' : isNavigation ? shownBy(status, fields) : 'nothing';
  const isDocument = shows === 'document' && hasBody && status !== 206;
  const shim =
    isDocument && HTML.test(fieldValue(fields, 'content-type') ?? '') ? { origin, nonce } : undefined;
  const plain = coding === undefined ? body : decoded(body, coding);
  const change = { origin, isOther: coding !== undefined || shim !== undefined, shim };
  return {
    status,
    statusText,
    fields: responseFields(fields, change),
    // An empty body counts as one if the response may have a body: the shim is inserted into it too.
    hasBody,
    body: shim === undefined ? plain : insertShim(plain, nonce),
    cookies: fieldValues(fields, 'set-cookie'),
    shows,
  };
}

function shownBy(status: number, fields: readonly Field[]): PageAnswer['shows'] {
  if (status === 204 || status === 205) return 'nothing';
  if (status < 200 || status >= 300) return 'document';
  const isAttachment = ATTACHMENT.test(fieldValue(fields, 'content-disposition') ?? '');
  return isAttachment || !SHOWN.test(fieldValue(fields, 'content-type') ?? '') ? 'file' : 'document';
}
