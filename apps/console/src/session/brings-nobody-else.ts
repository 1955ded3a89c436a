/** @module Whether a link that is opened while its device is live changes who is there. */

import type { DeviceDetails } from '../link/device-details.ts';

/** True for details without a login, which are for whoever is there, and for those of the user who is there. */
export function bringsNobodyElse(
  { username = '', password }: Pick<DeviceDetails, 'username' | 'password'>,
  me: { readonly username: string } | undefined,
): boolean {
  return username === '' || password === undefined || username === me?.username;
}
