/** @module What is known about a device before it is reached. */

import type { RememberedPerson } from '../devices/remembered-person.ts';
import type { PairingLink } from '../wire.ts';

/** Everything needed to reach, verify and log in to one device. The password is never stored. */
export interface DeviceDetails {
  readonly productId: string;
  readonly deviceId: string;
  readonly service: string;
  readonly sct: string;
  readonly name?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The password is an invite's: the first browser uses it up. */
  readonly isInvite?: boolean | undefined;
  /** People of the device that a file names. */
  readonly people?: readonly RememberedPerson[] | undefined;
  /** What of a link's details the person typed beside it. */
  readonly typed?: readonly ('name' | 'service')[] | undefined;
}

/** The details that a link holds, with the service to use. `sct` is empty where the link has none. */
export function detailsOfLink(link: PairingLink, service: string): DeviceDetails {
  return {
    productId: link.productId,
    deviceId: link.deviceId,
    service,
    sct: link.sct ?? '',
    fingerprint: link.fingerprint,
    username: link.username,
    password: link.password,
    isInvite: link.isInvite,
  };
}
