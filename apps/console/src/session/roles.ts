/** @module The roles that every device has, ours and deployed ones alike. Roles of a device's own making are unknown here: the device answers for their rights. */

/** Whether a role manages people; assumed until the device says the role. */
export function isManaging(role: string | undefined): boolean {
  return role === undefined || role === 'Administrator';
}

/** Whether a role sees the picture and its own account alone. */
export function isGuest(role: string | undefined): boolean {
  return role === 'Guest';
}
