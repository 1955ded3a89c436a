/** @module How many sessions a device has at once, and how many of them are for whom. */

/** The limits on sessions. */
export interface SessionLimits {
  /** Sessions in total. */
  readonly maxSessions: number;
  /** Sessions with the same connection token that have not logged in. */
  readonly maxSessionsPerToken: number;
  /** Sessions of one user at the expense of other users. While places are free a user may have more. */
  readonly maxSessionsPerUser: number;
  /** Places that logged-in users leave free, so that a login is always possible; less than `maxSessions`. */
  readonly reservedForLogin: number;
}

/**
 * Reason: more than a household looks at one device with, and few enough for a small board. One connection token may be in
 * every link of a household, and nine open pages are normal: before their logins as many sessions as users may hold.
 */
export const DEFAULT_SESSION_LIMITS: SessionLimits = {
  maxSessions: 16,
  maxSessionsPerToken: 12,
  maxSessionsPerUser: 4,
  reservedForLogin: 4,
};

/** Reason: four of sixteen places, so that sessions of three tokens cannot push out that of a fourth before its login (docs/adr/0045). */
const RESERVED_SHARE = 4;

/** Fills in the defaults; a quarter of the places is reserved for logins unless set, none if there are fewer than four places. */
export function completeSessionLimits(limits: Partial<SessionLimits>): SessionLimits {
  const { maxSessions } = { ...DEFAULT_SESSION_LIMITS, ...limits };
  const reservedForLogin = Math.floor(maxSessions / RESERVED_SHARE);
  return { ...DEFAULT_SESSION_LIMITS, reservedForLogin, ...limits };
}
