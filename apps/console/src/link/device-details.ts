/** @module The connection details of a device. */

import type { PairingLink } from '@longwire/client';
import type { RememberedPerson } from '../devices/remembered-person.ts';

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
  /** The password belongs to an invite: the first browser to use it consumes it. */
  readonly isInvite?: boolean | undefined;
  /** Users of the device listed in an imported file. */
  readonly people?: readonly RememberedPerson[] | undefined;
  /** The details the person typed in addition to the link. */
  readonly typed?: readonly ('name' | 'service')[] | undefined;
}

/** Longest name taken from a link, in characters. Reason: longer ones cannot be typed either. */
const MAX_NAME_LENGTH = 64;

/** The details a link holds, with the service to use. `sct` is empty if the link has none. */
export function detailsOfLink(link: PairingLink, service: string): DeviceDetails {
  return {
    productId: link.productId,
    deviceId: link.deviceId,
    service,
    sct: link.sct ?? '',
    name: link.deviceName?.slice(0, MAX_NAME_LENGTH),
    fingerprint: link.fingerprint,
    username: link.username,
    password: link.password,
    isInvite: link.isInvite,
  };
}
