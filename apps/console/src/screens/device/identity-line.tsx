/** @module Who the device is, and who this browser is on it: one line, and the whole of it on demand. */

import { Button } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Me, SessionState, Verification } from '../../session/session-state.ts';
import { FingerprintText } from '../../ui/fingerprint.tsx';
import { IdentityNoteText } from './identity-note-text.tsx';

const words = messages.me;
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
  const known = device.fingerprint ?? device.firstFingerprint;
  return (
    <div className="lw-identity">
      <Badge verification={state.verification} />
      {state.kind === 'live' && (
        <>
          <button type="button" className="lw-who" popoverTarget={POPOVER_ID} data-testid="who-am-i">
            {summary(me)}
          </button>
          <section id={POPOVER_ID} popover="auto" className="lw-who-card" aria-label={words.label}>
            <h2>{me?.username ?? words.nobody}</h2>
            {me !== undefined && <p className="lw-soft">{me.role ?? words.noRole}</p>}
            <hr />
            <Badge verification={state.verification} />
            <p>{hint(state.verification)}</p>
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

function Badge({ verification }: { readonly verification: Verification }) {
  const isVerified = verification === 'bound';
  const Icon = isVerified ? IconShieldCheck : IconShieldQuestion;
  return (
    <span
      className={isVerified ? 'lw-badge lw-badge-verified' : 'lw-badge'}
      data-testid="badge"
      title={hint(verification)}
    >
      <Icon size={17} aria-hidden="true" />
      {isVerified ? messages.badge.verified : messages.badge.notVerified}
    </span>
  );
}

function summary(me: Me | undefined): string {
  if (me === undefined) return words.nobody;
  return me.role === undefined ? me.username : `${me.username} · ${words.role(me.role)}`;
}

function hint(verification: Verification): string {
  const table = {
    bound: messages.badge.verifiedHint,
    unbound: messages.badge.unboundHint,
    unknown: messages.badge.unknownHint,
  };
  return table[verification];
}
