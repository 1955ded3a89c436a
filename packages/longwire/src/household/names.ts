/** @module Ids and names of the settings, made from the names that people give. */

/** Longest id. Reason: the shorter of the limits of camera names and device ids. */
const MAX_LENGTH = 32;

/** An id of lower-case letters and digits; `fallback` for a name without any. */
export function idOf(name: string, fallback: string): string {
  const id = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/gu, '');
  return id === '' ? fallback : id;
}

/** Ids for names, each used once: a second `door` becomes `door-2`. */
export function uniqueIds(names: readonly string[], prefix: string): readonly string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const base = idOf(name, `${prefix}-${index + 1}`);
    let id = base;
    for (let count = 2; taken.has(id); count += 1) {
      const mark = `-${count}`;
      id = base.slice(0, MAX_LENGTH - mark.length) + mark;
    }
    taken.add(id);
    return id;
  });
}
