/** @module Names that people give to cameras and streams: they go into track ids, actions and log lines. */
import { EdgeError } from '@longwire/protocol';

/** Longest name, in characters. Reason: a track id is the name and `-video`, and has to stay readable in a list. */
export const MAX_NAME_LENGTH = 32;

const NAME = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/iu;

/** Checks a name. @throws EdgeError ERR_CONFIG */
export function parseConfigName(text: string): string {
  if (NAME.test(text) && text.length <= MAX_NAME_LENGTH) return text;
  throw new EdgeError(
    'ERR_CONFIG',
    `name expected 1 to ${MAX_NAME_LENGTH} letters, digits, _ and -, beginning and ending with a letter or digit`,
  );
}

/** The first of some names that stands there twice, whatever its case: `Door` and `door` would be told apart by nobody. */
export function firstDouble(names: readonly string[]): string | undefined {
  const lower = names.map((name) => name.toLowerCase());
  return names.find((_, index) => lower.indexOf(lower[index] ?? '') !== index);
}
