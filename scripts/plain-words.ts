/** @module The words that this repo does not use, each with what to write instead; `npm run check` refuses them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './step.ts';

/** Avoided words and phrases, in lower case, each with its alternatives. */
export const AVOIDED_WORDS: Readonly<Record<string, string>> = {
  whoever: 'name who it is: the client, the holder of the token',
  somebody: 'name who it is: another user, a visitor',
  nobody: 'no user, no one, nothing: name what is missing',
  everybody: 'all users, every client',
  anew: 'again',
  'at hand': 'available',
  told: 'reported, notified, sent, given, distinguished',
  tells: 'reports, says, sends, shows, distinguishes',
  stands: 'is, has, is listed',
  stood: 'was, had, was listed',
  'otherwise than': 'differently from, unlike',
  "of one's own": 'own',
  thereby: 'so, by this',
  wherein: 'in which',
  'so many': 'the number, how many, `count`',
  'such a one': 'name the thing',
  'gives way': 'yields, is evicted, rolls back',
  'goes by': 'uses, passes through',
  'has it that': 'says',
};

/** Files that are read: text that people write here. */
const TEXT_FILE = /\.(?:css|html|md|service|sh|toml|tsx?|yaml|yml)$/;

/** The specification is quoted as it was given; this list names the words it refuses. */
const EXEMPT = /^(?:docs\/spec\/|scripts\/plain-words\.ts$)/;

const PATTERN = new RegExp(`(?<![\\w-])(?:${Object.keys(AVOIDED_WORDS).join('|')})(?![\\w-])`, 'gi');

/** One avoided word in a text. */
export interface AvoidedWord {
  /** The line it is in, from 1. */
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** The avoided words of `text`, in order, also where a phrase is broken over spaces of one line. */
export function avoidedWordsIn(text: string): AvoidedWord[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(PATTERN)].map(([found]) => {
      const word = found.toLowerCase();
      return { line: index + 1, word, instead: AVOIDED_WORDS[word] ?? '' };
    }),
  );
}

/** Whether the file at `path`, relative to the repository, is checked. */
export function isChecked(path: string): boolean {
  return TEXT_FILE.test(path) && !EXEMPT.test(path);
}

function checkedFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: ROOT, encoding: 'utf8' });
  const gone = new Set(deleted.split('\0'));
  return listed.split('\0').filter((path) => isChecked(path) && !gone.has(path));
}

if (import.meta.main) {
  const files = checkedFiles();
  if (files.length === 0) throw new Error('cannot check words: git lists no text file');
  const found = files.flatMap((path) =>
    avoidedWordsIn(readFileSync(join(ROOT, path), 'utf8')).map(
      ({ line, word, instead }) => `${path}:${line}: "${word}": write ${instead}`,
    ),
  );
  for (const line of found) console.error(line);
  console.log(`${files.length} files, ${found.length} avoided words`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
