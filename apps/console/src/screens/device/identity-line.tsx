/** @module The identities of the device and of this browser's user: one line, which opens into the details. */

import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { keptKeyOf } from '../../devices/kept-key.ts';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Me } from '../../session/me.ts';
import type { SessionState, Verification } from '../../session/session-state.ts';
import { accessText } from '../../ui/access-text.ts';
import { FingerprintText } from '../../ui/fingerprint.tsx';
import { IdentityNoteText } from './identity-note-text.tsx';

const words = messages.me;
const { badge } = messages;
const POPOVER_ID = 'who-am-i-details';

/** A session whose identities may be known. */
export interface IdentityLineProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: SessionState;
}

/** The badge and the user; empty until one is known. */
export function IdentityLine({ device, session, state }: IdentityLineProps) {
  const isSilent = useSilence(state);
  if (state.kind !== 'live' && state.kind !== 'login') return null;
  const me = state.kind === 'live' ? state.me : undefined;
  const proof = proofOf(state, isSilent);
  const known = keptKeyOf(device);
  return (
    <div className="lw-identity">
      <Badge proof={proof} />
      {state.kind === 'live' && (
        <>
          <button type="button" className="lw-who" popoverTarget={POPOVER_ID} data-testid="who-am-i">
            {summary(me, state.isUnconfirmed)}
          </button>
          <section id={POPOVER_ID} popover="auto" className="lw-who-card" aria-label={words.label}>
            <h2>{me?.username ?? (state.isUnconfirmed ? words.unconfirmed : words.loggedOut)}</h2>
            {me !== undefined && (
              <p className="lw-soft">{[me.role ?? words.noRole, ...untilOf(me)].join(' · ')}</p>
            )}
            {state.isUnconfirmed && <p>{words.unconfirmedHint}</p>}
            <hr />
            <Badge proof={proof} />
            <p>{BADGES[proof].hint}</p>
            {known !== undefined && <FingerprintText value={known} />}
            <IdentityNoteText deviceKey={device.key} />
            <Button
              variant="default"
              popoverTarget={POPOVER_ID}
              onClick={() => (state.isUnconfirmed ? session.askLogin() : session.changeUser())}
            >
              {me === undefined ? words.login : messages.failure.action.otherUser}
            </Button>
          </section>
        </>
      )}
    </div>
  );
}

/** What the badge shows: what is known of the device, or that the connection is silent or lost. */
type Proof = Verification | 'silent' | 'lost';

function proofOf(
  state: Extract<SessionState, { readonly kind: 'live' | 'login' }>,
  isSilent: boolean,
): Proof {
  if (state.kind === 'live' && state.link.kind === 'recovering') return 'lost';
  return isSilent ? 'silent' : state.verification;
}

function Badge({ proof }: { readonly proof: Proof }) {
  const { Icon, variant, text, hint } = BADGES[proof];
  return (
    <span className={`lw-badge${variant}`} data-testid="badge" title={hint}>
      <Icon size={17} aria-hidden="true" />
      {text}
    </span>
  );
}

const NOT_VERIFIED = { Icon: IconShieldQuestion, variant: '', text: badge.notVerified } as const;
const BADGES = {
  bound: {
    Icon: IconShieldCheck,
    variant: ' lw-badge-verified',
    text: badge.verified,
    hint: badge.verifiedHint,
  },
  unbound: { ...NOT_VERIFIED, hint: badge.unboundHint },
  unknown: { ...NOT_VERIFIED, hint: badge.unknownHint },
  silent: { Icon: IconPlugConnectedX, variant: ' lw-badge-lost', text: badge.silent, hint: badge.silentHint },
  lost: { Icon: IconPlugConnectedX, variant: ' lw-badge-lost', text: badge.lost, hint: badge.lostHint },
} as const;

function summary(me: Me | undefined, isUnconfirmed: boolean): string {
  if (me === undefined) return isUnconfirmed ? words.unconfirmed : words.loggedOut;
  // On a phone there is room for one of the two.
  const role = me.role === undefined || me.accessEnd !== undefined ? [] : [words.role(me.role)];
  return [me.username, ...role, ...untilOf(me)].join(' · ');
}

function untilOf({ accessEnd }: Me): string[] {
  return accessEnd === undefined ? [] : [accessText(accessEnd)];
}

/** True from at most two seconds after its last packet until the next one. */
function useSilence(state: SessionState): boolean {
  const session = state.kind === 'live' || state.kind === 'login' ? state.session : undefined;
  const [isSilent, setIsSilent] = useState(false);
  useEffect(() => {
    const stop = session?.on('silence', setIsSilent);
    return () => {
      stop?.();
      setIsSilent(false);
    };
  }, [session]);
  return isSilent;
}
