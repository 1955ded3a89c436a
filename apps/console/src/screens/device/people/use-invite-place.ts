/** @module The parts of an invite that are independent of the user: this page, the device, and whether the device takes invites. */

import { createConnection, EdgeError } from '@longwire/client';
import type { InvitePlace } from '../../../people/invite.ts';
import { valueOf } from '../../../reading.ts';
import { useServices } from '../../../services.tsx';
import { usePeople } from './people-context.tsx';
import type { RememberedDevice } from '../../../devices/remembered-device.ts';

/** Returns these parts; a device that does not report its settings is assumed to take invites. */
export function useInvitePlace(): InvitePlace {
  const { device, state } = usePeople();
  const { own: ownService } = useServices().serviceList;
  const { origin, pathname } = window.location;
  return {
    device,
    page: `${origin}${pathname}`,
    ownService,
    isTokenTaken: (sct) => isTokenTaken(device, sct),
    isInvitePairingOn: valueOf(state.settings)?.PasswordInvitePairing ?? true,
  };
}

/** Tries it without logging in. It counts as accepted unless the token itself is rejected. */
async function isTokenTaken(
  { service, productId, deviceId }: Pick<RememberedDevice, 'service' | 'productId' | 'deviceId'>,
  sct: string,
): Promise<boolean> {
  const place = { signalingServerUrl: service, productId, deviceId, iceServers: [] };
  const connection = createConnection({ ...place, sct });
  try {
    await connection.connect();
    await connection.close();
    return true;
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    return error.code !== 'ERR_TOKEN_REJECTED';
  }
}
