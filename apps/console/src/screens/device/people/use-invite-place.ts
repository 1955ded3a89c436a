/** @module The parts of an invite that are independent of the user: this page, the device, and whether the device takes invites. */

import type { InvitePlace } from '../../../people/invite.ts';
import { valueOf } from '../../../reading.ts';
import { isTokenTaken } from '../../../people/token-check.ts';
import { useServices } from '../../../services.tsx';
import { usePeople } from './people-context.tsx';

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
