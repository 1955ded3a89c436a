/** @module Names of content formats and status codes. */

import { ContentFormat } from '@longwire/client';
import { messages } from '../../../messages/messages.ts';

/** The name of a content format, or its number; a payload without a format is text. */
export function formatName(format: number = ContentFormat.text): string {
  const { formatNames, formatNumber } = messages.requests;
  return wordOf(formatNames, format) ?? formatNumber(format);
}

/** The meaning of a status code, if it has a text. */
export function statusWord(statusCode: number): string | undefined {
  return wordOf(messages.requests.statusWords, statusCode);
}

function wordOf(table: { readonly [key: number]: string }, key: number): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
