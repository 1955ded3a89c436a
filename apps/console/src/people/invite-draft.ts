/** @module The draft of an invite, kept while the person looks at other parts of the device. In memory only. */

/** The fields of the form. */
export interface InviteDraft {
  readonly username: string;
  readonly displayName: string;
  /** Undefined while the role is the first one offered. */
  readonly role?: string;
  /** Whether the role is typed instead of chosen from the list. */
  readonly isRoleTyped?: boolean;
}

/** An empty draft. */
export const EMPTY_INVITE: InviteDraft = { username: '', displayName: '' };
