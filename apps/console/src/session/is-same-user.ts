/** @module Whether a link that is opened while its device is connected changes the user. */

import type { DeviceDetails } from '../link/device-details.ts';

/** True for details without a login, which keep the current user, and for those of the current user. */
export function isSameUser(
  { username = '', password }: Pick<DeviceDetails, 'username' | 'password'>,
  me: { readonly username: string } | undefined,
): boolean {
  return username === '' || password === undefined || username === me?.username;
}
