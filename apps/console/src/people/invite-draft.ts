/** @module What a person has typed to invite somebody, kept while they look elsewhere on the device. In memory only. */

/** What stands in the form. */
export interface InviteDraft {
  readonly username: string;
  readonly displayName: string;
  /** Nothing while the role is the one that is offered first. */
  readonly role?: string;
  /** Whether the role is typed instead of chosen from those that are offered. */
  readonly isRoleTyped?: boolean;
}

/** Nothing typed yet. */
export const EMPTY_INVITE: InviteDraft = { username: '', displayName: '' };
