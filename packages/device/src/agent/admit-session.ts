/** @module Who gets a place when places are few. */

/** How many sessions a device has at once. */
export interface SessionLimits {
  /** In all. */
  readonly maxSessions: number;
  /** With the same connection token. */
  readonly maxSessionsPerToken: number;
}

/** Reason: more than a household looks at one device with, and few enough for a small board. */
export const DEFAULT_SESSION_LIMITS: SessionLimits = { maxSessions: 16, maxSessionsPerToken: 8 };

/** A session, as far as its place depends on it. */
export interface PlaceHolder {
  readonly tokenId: string;
  /** Whether somebody is behind it whom the device knows. */
  readonly isKnown: boolean;
}

/** Whether a new session gets a place, and which one gives way for it. */
export type Admission<T> =
  | { readonly kind: 'admit' }
  | { readonly kind: 'replace'; readonly oldest: T }
  | { readonly kind: 'refuse' };

/** Decides about a new session; the others are given oldest first. One that belongs to a known user never gives way. */
export function admitSession<T extends PlaceHolder>(
  sessions: readonly T[],
  tokenId: string,
  { maxSessions, maxSessionsPerToken }: SessionLimits,
): Admission<T> {
  const sameToken = sessions.filter((session) => session.tokenId === tokenId);
  const crowd =
    sameToken.length >= maxSessionsPerToken
      ? sameToken
      : sessions.length >= maxSessions
        ? sessions
        : undefined;
  if (crowd === undefined) return { kind: 'admit' };
  const oldest = crowd.find(({ isKnown }) => !isKnown);
  return oldest === undefined ? { kind: 'refuse' } : { kind: 'replace', oldest };
}
