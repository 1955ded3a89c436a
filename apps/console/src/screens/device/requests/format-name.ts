/** @module What a content format is called. */

import { messages } from '../../../messages/messages.ts';
import { ContentFormat } from '../../../wire.ts';

/** The name of a content format, or its number; a payload without one is text. */
export function formatName(format: number = ContentFormat.text): string {
  const { formatNames, formatNumber } = messages.requests;
  return wordOf(formatNames, format) ?? formatNumber(format);
}

/** What a status means, where it is one of those that have words. */
export function statusWord(statusCode: number): string | undefined {
  return wordOf(messages.requests.statusWords, statusCode);
}

function wordOf(table: { readonly [key: number]: string }, key: number): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
