/** @module Each class is styled where it is used: a screen's style sheet stays loaded while other screens are shown, and would change what has the same class there. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/** Folders whose style sheets are for all screens. */
const COMMON = /^(?:theme|ui)(?:\/|$)/u;

/** Classes that a few screens share on purpose, with the folder that styles them. */
const SHARED: ReadonlySet<string> = new Set(['lw-form', 'lw-note', 'lw-offline', 'lw-play']);

const read = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

/** The classes that a style sheet styles wherever they occur: whole selectors that are one class. */
function styledAnywhere(css: string): ReadonlySet<string> {
  const rules = css.replaceAll(/\/\*[^]*?\*\//gu, '').matchAll(/([^{}]+)\{/gu);
  const selectors = [...rules].flatMap(([, list = '']) => list.split(',').map((each) => each.trim()));
  return new Set(selectors.filter((each) => /^\.lw-[\w-]+$/u.test(each)).map((each) => each.slice(1)));
}

test('a class that a screen styles is used by that screen alone', () => {
  const used = globSync('**/*.tsx', { cwd: SOURCE }).flatMap((file) =>
    [...new Set(read(file).match(/\blw-[\w-]+/gu))].map((name) => ({ name, folder: dirname(file) })),
  );
  const sheets = globSync('**/*.css', { cwd: SOURCE }).filter((file) => !COMMON.test(file));
  expect(sheets.length).toBeGreaterThan(20);
  const elsewhere = sheets.flatMap((sheet) => {
    const folder = dirname(sheet);
    const names = styledAnywhere(read(sheet));
    return used
      .filter(({ name }) => names.has(name) && !SHARED.has(name))
      .filter((use) => use.folder !== folder && !use.folder.startsWith(`${folder}/`))
      .map((use) => `${use.name} of ${sheet} in ${use.folder}`);
  });
  expect(elsewhere).toEqual([]);
});
