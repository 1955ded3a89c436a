/** @module Names of cameras, streams and rights: they become part of track ids, actions and log lines. */
import { EdgeError } from '@longwire/protocol';
import type { TableReader } from './table-reader.ts';

/** Longest name, in characters. Reason: a track id is the name and `-video`, and must stay readable in a list. */
export const MAX_NAME_LENGTH = 32;

const NAME = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/iu;

/** Checks a name. @throws EdgeError ERR_CONFIG */
export function parseConfigName(text: string): string {
  if (NAME.test(text) && text.length <= MAX_NAME_LENGTH) return text;
  throw new EdgeError(
    'ERR_CONFIG',
    `name must be 1 to ${MAX_NAME_LENGTH} letters, digits, _ and -, beginning and ending with a letter or digit`,
  );
}

const ACTION = /^[A-Z][A-Za-z0-9]*:[A-Za-z0-9:_-]{1,64}$/u;

/** Reads the name of the right that something needs, if the table has one; `example` is such a name. */
export function readAction(table: TableReader, example: string): { action?: string } {
  const action = table.text('action');
  if (action === undefined) return {};
  if (!ACTION.test(action)) throw table.error('action', `must be a name such as ${example}`);
  return { action };
}

/** Longest title, in characters. Reason: it is shown above a picture. */
const MAX_TITLE_LENGTH = 64;

/** Checks words for people. @throws EdgeError ERR_CONFIG */
export function parseTitle(text: string): string {
  if (text.trim() === text && text.length <= MAX_TITLE_LENGTH && !/\p{Cc}/u.test(text)) return text;
  throw new EdgeError(
    'ERR_CONFIG',
    `title must be one line of 1 to ${MAX_TITLE_LENGTH} characters, without spaces at its ends`,
  );
}

/** The first name that occurs twice, ignoring case: users would not distinguish `Door` from `door`. */
export function firstDouble(names: readonly string[]): string | undefined {
  const lower = names.map((name) => name.toLowerCase());
  return names.find((_, index) => lower.indexOf(lower[index] ?? '') !== index);
}
