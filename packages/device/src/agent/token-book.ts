/** @module What the service has of the users' tokens, and what it is to be told next: pure. */

/** Something the service is told, and answers. */
export type Telling =
  | { readonly kind: 'set'; readonly hashes: readonly string[] }
  | { readonly kind: 'add' | 'withdraw'; readonly hash: string };

/** What the service has said. */
export interface TokenBook {
  /** What it keeps; undefined before it was told the first set. */
  readonly kept: ReadonlySet<string> | undefined;
  /** What it was told and does not keep. */
  readonly refused: ReadonlySet<string>;
}

/** The book of a new attachment. */
export const EMPTY_TOKEN_BOOK: TokenBook = { kept: undefined, refused: new Set() };

/** So many changes are told one by one; for more the whole set is told, where it may be. */
const MAX_SINGLE_CHANGES = 32;

/** What to tell next: first the whole set, then what has changed, what is taken back first. */
export function nextTelling(
  { kept, refused }: TokenBook,
  wanted: ReadonlySet<string>,
  mayTellSet: boolean,
): Telling | undefined {
  if (kept === undefined) return { kind: 'set', hashes: [...wanted] };
  const gone = [...kept].filter((hash) => !wanted.has(hash));
  const fresh = [...wanted].filter((hash) => !kept.has(hash) && !refused.has(hash));
  if (mayTellSet && gone.length + fresh.length > MAX_SINGLE_CHANGES)
    return { kind: 'set', hashes: [...wanted] };
  const [withdrawn] = gone;
  if (withdrawn !== undefined) return { kind: 'withdraw', hash: withdrawn };
  const [added] = fresh;
  return added === undefined ? undefined : { kind: 'add', hash: added };
}

/** The book after the answer; of a set the service keeps the first, and with each that is taken back there is room to try others again. */
export function afterAnswer({ kept, refused }: TokenBook, told: Telling, refusedCount: number): TokenBook {
  if (told.kind === 'set') {
    const room = Math.max(0, told.hashes.length - refusedCount);
    return { kept: new Set(told.hashes.slice(0, room)), refused: new Set(told.hashes.slice(room)) };
  }
  const others = new Set(kept);
  others.delete(told.hash);
  if (told.kind === 'withdraw') return { kept: others, refused: new Set() };
  if (refusedCount > 0) return { kept: others, refused: new Set([...refused, told.hash]) };
  return { kept: others.add(told.hash), refused };
}
