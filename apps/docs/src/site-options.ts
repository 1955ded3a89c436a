/** @module What a build of the site may set, as environment variables. */

/** The folder of a host in which the site is served: `/`, or another such as `/longwire/`. */
export const BASE: string = process.env['LONGWIRE_DOCS_BASE'] ?? '/';

/**
 * Where the repository can be read, such as `https://git.example/longwire/blob/main`, for links to files that are no pages; without it
 * these links are words.
 */
export const REPOSITORY_URL: string | undefined = process.env['LONGWIRE_REPOSITORY_URL'];
