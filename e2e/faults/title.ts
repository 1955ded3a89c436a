/** @module Titles of tests: whether a source has one, and what matches the names of its runs. */

/** Between the titles of groups and of a test. */
const WITHIN = ' > ';

/** What test runners replace in a title: `%s`, `$name`, and what a template contains. */
const REPLACED = /%[sdifjoOc#]|\$\{[^}]*\}|\$\w+(?:\.\w+)*/u;

/** Whether a source names a group or test so: the title is the first argument of a call. */
function isNamedIn(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const literal = `${quote}${title}${quote},`;
    for (let at = source.indexOf(literal); at !== -1; at = source.indexOf(literal, at + 1)) {
      if (/\(\s*$/u.test(source.slice(0, at))) return true;
    }
    return false;
  });
}

/** Whether a source has a test of this title, in groups of these titles. */
export function hasTest(source: string, title: string): boolean {
  return title.split(WITHIN).every((part) => isNamedIn(source, part));
}

const asPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);

/** A regular expression for the end of the full name of each run of a test; runners put spaces between titles. */
export function runPattern(title: string): string {
  const parts = title.split(WITHIN).map((part) => part.split(REPLACED).map(asPattern).join('.*'));
  return `(?:^| )${parts.join(' (?:.* )?')}$`;
}
