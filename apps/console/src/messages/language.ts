/** @module Which language the console speaks. */

/** The languages that there are, by their tag. */
export const LANGUAGES = ['en', 'de'] as const;

/** The tag of a language that there is. */
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT`, if there is one. */
function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/** What the person chose, or else the first of the browser's wishes that can be met. */
export function chooseLanguage(chosen: string | undefined, wanted: readonly string[]): Language {
  for (const tag of chosen === undefined ? wanted : [chosen, ...wanted]) {
    const language = languageOf(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}
