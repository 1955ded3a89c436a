import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { chooseLanguage } from './language.ts';
import { service as serviceDe } from './service-de.ts';
import { service as serviceEn } from './service-en.ts';

/** Texts that are the same in both languages: names, notations, and shared words. */
const SAME_IN_BOTH = new Set([
  'Esc',
  'Tab',
  'longwire',
  'https://…#p=…&d=…',
  '/info',
  '--device-origin https://*.devices.example',
  '--allow-origin 7',
  '7 bit/s',
  '7 ms',
  'Bytes',
  'Format',
  'Link',
  'Links',
  'Live',
  'Name',
  'Status',
  'Terminal',
  'Text',
  'Token',
  'Web',
  // A language is named in itself.
  'English',
  'Deutsch',
]);

type Phrase = (...values: unknown[]) => unknown;

const isPhrase = (value: unknown): value is Phrase => typeof value === 'function';

/** A text with numbers in its places, or with lists where it takes lists. */
function phrased(phrase: Phrase): string {
  try {
    return String(phrase(7, 7, 7));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return String(phrase(['A', 'B'], ['A', 'B']));
  }
}

/** Every text by its path; functions are called with placeholder values. */
function textsOf(words: object, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(words) as [string, unknown][]) {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') texts.set(at, value);
    else if (isPhrase(value)) texts.set(at, phrased(value));
    else if (typeof value === 'object' && value !== null)
      for (const [inner, text] of textsOf(value, at)) texts.set(inner, text);
    else throw new Error(`${at} is neither a text nor a group of texts`);
  }
  return texts;
}

const english = textsOf(en);
const german = textsOf(de);

test('English and German have the same text keys', () => {
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
});

test('no console text is empty', () => {
  const empty = [...english, ...german].filter(([, text]) => text.trim() === '');
  expect(empty).toEqual([]);
});

test('no English text is left untranslated in German', () => {
  const left = [...english].filter(([path, text]) => german.get(path) === text && /\p{Ll}/u.test(text));
  expect(left.filter(([, text]) => !SAME_IN_BOTH.has(text))).toEqual([]);
});

test('numbers and times are formatted for each language', () => {
  expect(en.time.elapsed(1234.56)).toBe('1,234.6 s');
  expect(de.time.elapsed(1234.56)).toBe('1.234,6 s');
  expect(en.time.days(1)).toBe('yesterday');
  expect(de.time.days(1)).toBe('gestern');
  expect(de.time.minutes(5)).toBe('vor 5 Minuten');
});

test('texts name the places of a device, and units, as they are called', () => {
  for (const { device, live, path, web } of [en, de]) {
    expect(live.noFeedHint).toContain(device.controls);
    expect(web.noPage.hint.toLowerCase()).toContain(device.controls.toLowerCase());
    expect([5, 5e3, 5e6].map(path.bits)).toEqual(['5 bit/s', '5 kbit/s', '5 Mbit/s']);
  }
});

test('chooseLanguage prefers the person’s choice, then the browser’s languages in order, then English', () => {
  expect(chooseLanguage('de', ['en-GB'])).toBe('de');
  expect(chooseLanguage(undefined, ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(chooseLanguage(undefined, ['en-US', 'de'])).toBe('en');
  expect(chooseLanguage(undefined, ['fr'])).toBe('en');
  expect(chooseLanguage('xx', ['de'])).toBe('de');
  expect(chooseLanguage(undefined, [])).toBe('en');
});

test('the operator screens use the 24-hour clock in both languages', () => {
  const afternoon = new Date(2026, 0, 2, 15, 4, 5).getTime();
  for (const words of [serviceEn, serviceDe]) {
    expect(words.at(afternoon)).toMatch(/ 15:04$/u);
    expect(words.exactly(afternoon)).toMatch(/ 15:04:05$/u);
  }
});
