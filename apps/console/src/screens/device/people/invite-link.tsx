/** @module A new invite: shown once. */

import { messages } from '../../../messages/messages.ts';
import type { Invitation } from '../../../people/invite.ts';
import { LinkCard } from './link-card.tsx';
import { useInvitePlace } from './use-invite-place.ts';

const words = messages.people;

/** An invite and its callbacks. */
export interface InviteLinkProps {
  readonly invitation: Invitation;
  readonly onDone: () => void;
}

/** The link with its QR code. */
export function InviteLink({ invitation: { name, link }, onDone }: InviteLinkProps) {
  const { isInvitePairingOn, device } = useInvitePlace();
  return (
    <LinkCard
      title={words.inviteFor(name)}
      note={isInvitePairingOn ? words.inviteOnce : words.inviteStays}
      warning={device.fingerprint === undefined ? words.inviteUnverified : undefined}
      link={link}
      onDone={onDone}
    />
  );
}
