/** @module The end of a user's access, and of an invite: when it has come, and that it stays. */
import { EdgeError } from '@longwire/protocol';
import { HandlerError } from '../coap/handler-error.ts';
import {
  withChangedUser,
  withPassword,
  type AccessEnd,
  type IamState,
  type StoredUser,
} from './iam-state.ts';

type LimitedUser = Pick<StoredUser, 'accessEnd'>;
type InvitedUser = Pick<StoredUser, 'passwordExpiresAtMs'>;

/** No end lies before: a clock that shows an earlier time has not been set since the device started. */
export const EARLIEST_CLOCK_MS: number = Date.UTC(2026, 10, 1);

/** Latest end, in milliseconds since 1970: the last one whose year has four digits. */
export const LATEST_END_MS: number = Date.UTC(9999, 11, 31);

/** Whether an end has come; it counts as past while the clock is not set. */
function isPast(endMs: number, nowMs: number): boolean {
  return nowMs >= endMs || nowMs < EARLIEST_CLOCK_MS;
}

/** Whether a user's access has ended. */
export function hasAccessEnded({ accessEnd }: LimitedUser, nowMs: number): boolean {
  if (accessEnd === null) return false;
  return accessEnd.hasPassed || isPast(accessEnd.atMs, nowMs);
}

/** Whether an invited user has let the password expire. */
export function isPasswordExpired({ passwordExpiresAtMs }: InvitedUser, nowMs: number): boolean {
  return passwordExpiresAtMs !== null && isPast(passwordExpiresAtMs, nowMs);
}

/** Only for callers that have proven to be the user: others must not learn that the user exists. @throws HandlerError 403 "Access ended" */
export function requireAccess(user: LimitedUser, nowMs: number): void {
  if (hasAccessEnded(user, nowMs)) throw HandlerError.accessDenied('Access ended');
}

/** The user whose rights count; undefined once access has ended. */
export function entitled<U extends LimitedUser>(user: U | undefined, nowMs: number): U | undefined {
  return user === undefined || hasAccessEnded(user, nowMs) ? undefined : user;
}

/** How long a user's access still lasts, in milliseconds; undefined for ever. */
export function accessLeftMs(user: LimitedUser, nowMs: number): number | undefined {
  if (user.accessEnd === null) return undefined;
  return hasAccessEnded(user, nowMs) ? 0 : user.accessEnd.atMs - nowMs;
}

/** The end at a time; null for none. @throws EdgeError ERR_END_OF_ACCESS unless it is in the future */
export function accessEndAt(atMs: number | null, nowMs: number): AccessEnd | null {
  if (atMs === null) return null;
  if (!Number.isSafeInteger(atMs) || atMs > LATEST_END_MS)
    throw new EdgeError('ERR_END_OF_ACCESS', 'end of access must be a time before the year 10000');
  if (atMs <= nowMs)
    throw new EdgeError(
      'ERR_END_OF_ACCESS',
      `end of access must be in the future: by this device's clock it is ${new Date(nowMs).toISOString()}`,
    );
  return { atMs, hasPassed: false };
}

/** The next end of access or of an invite that the device has not seen come, in milliseconds since 1970; undefined if there is none. */
export function nextAccessEndMs({ users }: IamState): number | undefined {
  const ends = users.flatMap(({ accessEnd, passwordExpiresAtMs }) => [
    ...(accessEnd === null || accessEnd.hasPassed ? [] : [accessEnd.atMs]),
    ...(passwordExpiresAtMs === null ? [] : [passwordExpiresAtMs]),
  ]);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Whether a user's access has ended and the state does not say so yet. */
export function isAccessEndDue({ accessEnd }: LimitedUser, nowMs: number): boolean {
  return accessEnd !== null && !accessEnd.hasPassed && nowMs >= accessEnd.atMs;
}

/** The state that says of every access that has ended by now that it has, and has no password of an invite that has expired. */
export function withPassedEnds(state: IamState, nowMs: number): IamState {
  return state.users.reduce((next, { username, accessEnd, passwordExpiresAtMs }) => {
    const ended =
      accessEnd !== null && isAccessEndDue({ accessEnd }, nowMs)
        ? withChangedUser(next, username, { accessEnd: { ...accessEnd, hasPassed: true } })
        : next;
    const isInviteDue = passwordExpiresAtMs !== null && nowMs >= passwordExpiresAtMs;
    return isInviteDue ? withPassword(ended, username, null) : ended;
  }, state);
}
