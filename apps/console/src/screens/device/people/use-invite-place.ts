/** @module What an invite is made of besides the person: this page, the device, and whether it takes invites. */

import type { InvitePlace } from '../../../people/invite.ts';
import { valueOf } from '../../../people/people-part.ts';
import { isTokenTaken } from '../../../people/token-check.ts';
import { useServices } from '../../../services.tsx';
import { usePeople } from './people-context.tsx';

/** The place; a device that does not tell of its settings is taken to have invites on. */
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
