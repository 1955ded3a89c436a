/** @module The language of the console. */

/** The supported languages, by tag. */
export const LANGUAGES = ['en', 'de'] as const;

/** The tag of a supported language. */
export type Language = (typeof LANGUAGES)[number];

/** The supported language of a tag such as `de-AT`, if any. */
function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}

/** The person's choice, otherwise the first supported language among the browser's preferences. */
export function chooseLanguage(chosen: string | undefined, wanted: readonly string[]): Language {
  for (const tag of chosen === undefined ? wanted : [chosen, ...wanted]) {
    const language = languageOf(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}
