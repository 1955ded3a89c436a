/** @module The path of what a page asks for. */

/** Without query and fragment. */
export function pathOnly(target: string): string {
  return target.split(/[?#]/u, 1)[0] ?? '/';
}
