/** @module The path of a request target. */

/** Without query and fragment. */
export function pathOnly(target: string): string {
  return target.split(/[?#]/u, 1)[0] ?? '/';
}
