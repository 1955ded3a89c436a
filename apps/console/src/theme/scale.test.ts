/** @module One typographic scale, one grid, short motion: sizes of text come from the tokens, distances are multiples of four pixels, a transition ends within a fifth of a second. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/** What style sheets outside the scale may say: the size of what is around it, which a monospaced font exceeds. */
const RELATIVE: ReadonlySet<string> = new Set(['inherit', '0.88em']);

/** Hairlines. */
const FINE: ReadonlySet<number> = new Set([0, 1, 2]);
const GRID_PX = 4;
const MAX_TRANSITION_MS = 200;

/** The values of properties whose name matches, with the file. */
function valuesOf(css: string, property: RegExp): readonly string[] {
  return [...css.matchAll(/(?<![\w-])(?<name>[a-z-]+): (?<value>[^;{}]+);/gu)].flatMap(({ groups }) =>
    groups?.['name'] !== undefined && property.test(groups['name']) ? [groups['value'] ?? ''] : [],
  );
}

const outsideScale = (css: string): readonly string[] =>
  valuesOf(css, /^font-size$/u).filter(
    (value) => !RELATIVE.has(value) && !/^var\(--lw-text-[a-z]+\)$/u.test(value),
  );

const outsideGrid = (css: string): readonly string[] =>
  valuesOf(css, /^(?:padding|margin|gap|row-gap|column-gap)(?:-|$)/u).filter((value) =>
    [...value.matchAll(/(?<![\w.-])-?([\d.]+)px/gu)].some(
      ([, pixels]) => !FINE.has(Number(pixels)) && Number(pixels) % GRID_PX !== 0,
    ),
  );

const tooSlow = (css: string): readonly string[] =>
  valuesOf(css, /^transition(?:-duration)?$/u).filter((value) =>
    [...value.matchAll(/([\d.]+)(m?s)\b/gu)].some(
      ([, time, unit]) => Number(time) * (unit === 's' ? 1_000 : 1) > MAX_TRANSITION_MS,
    ),
  );

const sheets = globSync('**/*.css', { cwd: SOURCE });

test.each(sheets)('%s', (file) => {
  const css = readFileSync(join(SOURCE, file), 'utf8');
  expect({ scale: outsideScale(css), grid: outsideGrid(css), motion: tooSlow(css) }).toEqual({
    scale: [],
    grid: [],
    motion: [],
  });
});

test('a size, a distance and a time of their own are found', () => {
  const css =
    '.a {\n  font-size: 0.9rem;\n  padding: 8px 7px;\n  margin-block: 1px 12px;\n  gap: -6px;\n  transition: opacity 0.25s;\n}';
  expect({ scale: outsideScale(css), grid: outsideGrid(css), motion: tooSlow(css) }).toEqual({
    scale: ['0.9rem'],
    grid: ['8px 7px', '-6px'],
    motion: ['opacity 0.25s'],
  });
});
