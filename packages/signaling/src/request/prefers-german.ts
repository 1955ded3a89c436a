/** @module The language of the pages that the service itself writes. */

/** Whether a browser's `Accept-Language` prefers German; such pages are in English otherwise. */
export function prefersGerman(acceptLanguage: string | undefined): boolean {
  return /^\s*de\b/iu.test(acceptLanguage ?? '');
}
