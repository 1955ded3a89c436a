/** @module Who the device is, and who this browser is on it: one line, and the whole of it on demand. */

import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Me, SessionState, Verification } from '../../session/session-state.ts';
import { FingerprintText } from '../../ui/fingerprint.tsx';
import { IdentityNoteText } from './identity-note-text.tsx';

const words = messages.me;
const { badge } = messages;
const POPOVER_ID = 'who-am-i-details';

/** A session that may have something to say about identities. */
export interface IdentityLineProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly state: SessionState;
}

/** The badge and the user; empty until something is known. */
export function IdentityLine({ device, session, state }: IdentityLineProps) {
  if (state.kind !== 'live' && state.kind !== 'login') return null;
  const me = state.kind === 'live' ? state.me : undefined;
  const proof = proofOf(state);
  const known = device.fingerprint ?? device.firstFingerprint;
  return (
    <div className="lw-identity">
      <Badge proof={proof} />
      {state.kind === 'live' && (
        <>
          <button type="button" className="lw-who" popoverTarget={POPOVER_ID} data-testid="who-am-i">
            {summary(me)}
          </button>
          <section id={POPOVER_ID} popover="auto" className="lw-who-card" aria-label={words.label}>
            <h2>{me?.username ?? words.nobody}</h2>
            {me !== undefined && <p className="lw-soft">{me.role ?? words.noRole}</p>}
            <hr />
            <Badge proof={proof} />
            <p>{BADGES[proof].hint}</p>
            {known !== undefined && <FingerprintText value={known} />}
            <IdentityNoteText deviceKey={device.key} />
            <Button variant="default" popoverTarget={POPOVER_ID} onClick={() => session.changeUser()}>
              {me === undefined ? words.login : messages.failure.action.otherUser}
            </Button>
          </section>
        </>
      )}
    </div>
  );
}

/** What is known of who is there; of a connection that is lost, nothing. */
type Proof = Verification | 'lost';

function proofOf(state: Extract<SessionState, { readonly kind: 'live' | 'login' }>): Proof {
  return state.kind === 'live' && state.link.kind === 'recovering' ? 'lost' : state.verification;
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
  lost: { Icon: IconPlugConnectedX, variant: ' lw-badge-lost', text: badge.lost, hint: badge.lostHint },
} as const;

function summary(me: Me | undefined): string {
  if (me === undefined) return words.nobody;
  return me.role === undefined ? me.username : `${me.username} · ${words.role(me.role)}`;
}
