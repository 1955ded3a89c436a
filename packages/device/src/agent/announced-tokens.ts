/** @module What the service has of the users' tokens, and what to announce next: pure. */

/** An announcement to the service, which it answers. */
export type Announcement =
  | { readonly kind: 'set'; readonly hashes: readonly string[] }
  | { readonly kind: 'add' | 'withdraw'; readonly hash: string };

/** The service's answers so far. */
export interface AnnouncedTokens {
  /** The hashes it keeps; undefined before the first set. */
  readonly kept: ReadonlySet<string> | undefined;
  /** The hashes it was sent and does not keep. */
  readonly refused: ReadonlySet<string>;
}

/** The state of a new attachment. */
export const NOTHING_ANNOUNCED: AnnouncedTokens = { kept: undefined, refused: new Set() };

/** Up to this many changes are sent one by one; more are sent as a whole set, where the rate allows it. */
const MAX_SINGLE_CHANGES = 32;

/** What to announce next: first the whole set, then each change, withdrawals first. */
export function nextAnnouncement(
  { kept, refused }: AnnouncedTokens,
  wanted: ReadonlySet<string>,
  maySendSet: boolean,
): Announcement | undefined {
  if (kept === undefined) return { kind: 'set', hashes: [...wanted] };
  const gone = [...kept].filter((hash) => !wanted.has(hash));
  const fresh = [...wanted].filter((hash) => !kept.has(hash) && !refused.has(hash));
  if (maySendSet && gone.length + fresh.length > MAX_SINGLE_CHANGES)
    return { kind: 'set', hashes: [...wanted] };
  const [withdrawn] = gone;
  if (withdrawn !== undefined) return { kind: 'withdraw', hash: withdrawn };
  const [added] = fresh;
  return added === undefined ? undefined : { kind: 'add', hash: added };
}

/** The state after an answer; of a set the service keeps the first, and a withdrawal makes room to try refused tokens again. */
export function afterAnswer(
  { kept, refused }: AnnouncedTokens,
  announcement: Announcement,
  refusedCount: number,
): AnnouncedTokens {
  if (announcement.kind === 'set') {
    const room = Math.max(0, announcement.hashes.length - refusedCount);
    return {
      kept: new Set(announcement.hashes.slice(0, room)),
      refused: new Set(announcement.hashes.slice(room)),
    };
  }
  const others = new Set(kept);
  others.delete(announcement.hash);
  if (announcement.kind === 'withdraw') return { kept: others, refused: new Set() };
  if (refusedCount > 0) return { kept: others, refused: new Set([...refused, announcement.hash]) };
  return { kept: others.add(announcement.hash), refused };
}
