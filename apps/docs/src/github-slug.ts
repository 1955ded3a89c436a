/** @module The ids of headings as GitHub makes them, so that a link to a heading works there and on the site. */

/** The id of a heading; the site numbers equal ones of a page, as GitHub does. */
export function githubSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
