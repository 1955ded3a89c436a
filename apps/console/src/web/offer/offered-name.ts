/** @module The name of a file that a device's page offers: as shown, and as saved. */
import { fieldValue, type Field } from '../http/fields.ts';

/** Longest name, in characters. Reason: the whole name is shown, including its end, which shows the type. */
const MAX_NAME_LENGTH = 80;

/** Longest extension that is kept whole, in characters. */
const MAX_EXTENSION_LENGTH = 16;

/** RFC 6266 section 4.1: the name in UTF-8, and the plain one. */
const EXTENDED_NAME = /;\s*filename\*\s*=\s*utf-8'[^';]*'([^;\s]+)/iu;
const PLAIN_NAME = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/iu;

/** Characters that are removed: separators, quotes, invisible characters and those that change the text direction. */
const UNWANTED = /[^\p{L}\p{M}\p{N} ._()+,=@-]+/gu;

/** The name that a response suggests: its own, or the end of its path. */
export function suggestedName(fields: readonly Field[], target: string): string {
  const disposition = fieldValue(fields, 'content-disposition') ?? '';
  const extended = EXTENDED_NAME.exec(disposition)?.[1];
  const [, quoted, bare] = PLAIN_NAME.exec(disposition) ?? [];
  const path = target.split(/[?#]/u, 1)[0];
  if (extended !== undefined) return decodedOf(extended);
  return quoted?.replace(/\\(.)/gu, '$1') ?? bare ?? decodedOf(path ?? '');
}

/** The name to show and save; never empty, and on one line. */
export function offeredName(suggested: string): string {
  const last = suggested.split(/[/\\]/u).findLast((part) => part.trim() !== '') ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNWANTED, '_')
    .replace(/^[. ]+|[. ]+$/gu, '');
  const characters = Array.from(plain);
  if (characters.length === 0) return 'file';
  if (characters.length <= MAX_NAME_LENGTH) return plain;
  const dot = characters.lastIndexOf('.');
  const extension = characters.length - dot <= MAX_EXTENSION_LENGTH ? characters.slice(dot) : [];
  return [...characters.slice(0, MAX_NAME_LENGTH - extension.length), ...extension].join('');
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A name that is not encoded correctly is used unchanged.
    return text;
  }
}
