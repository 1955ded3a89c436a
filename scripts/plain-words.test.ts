import { expect, test } from 'vitest';
import { AVOIDED_WORDS, avoidedWordsIn, isChecked } from './plain-words.ts';

const words = Object.keys(AVOIDED_WORDS);

test.each(words)('refuses "%s" in a comment, an error message, a test title and a heading', (word) => {
  const capital = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  const planted = [
    `/** The value ${word} here. */`,
    `throw new Error('${word}, it failed');`,
    `test("a device ${word} again", () => {});`,
    `# ${capital}`,
  ];
  const expected = planted.map((_, index) => ({ line: index + 1, word, instead: AVOIDED_WORDS[word] }));
  expect(avoidedWordsIn(planted.join('\n'))).toEqual(expected);
});

test('names an alternative for each word', () => {
  for (const word of words) expect(AVOIDED_WORDS[word]).toMatch(/\w/);
});

test('takes words that only contain an avoided one', () => {
  expect(avoidedWordsIn('const standsFor = understood; // it outstands, newanew, re-anew')).toEqual([]);
});

test.each([
  ['packages/client/src/session/session.ts', true],
  ['apps/console/src/messages/wall-en.ts', true],
  ['docs/adr/README.md', true],
  ['deploy/longwire.service', true],
  ['docs/spec/SPEC.md', false],
  ['package-lock.json', false],
])('reads %s: %s', (path, expected) => {
  expect(isChecked(path)).toBe(expected);
});
