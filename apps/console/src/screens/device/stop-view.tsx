/** @module The red warning screen: another device answers in place of the expected one. */

import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { StopReason } from '../../session/session-state.ts';
import { FingerprintText } from '../../ui/fingerprint.tsx';
import { useRemoveDevice } from '../use-remove-device.ts';
import './stop-view.css';

const words = messages.stop;

/** A stopped session. */
export interface StopViewProps {
  readonly device: RememberedDevice;
  readonly session: DeviceSession;
  readonly reason: StopReason;
}

/** Offers only to go back or to use another link, unless only the link was wrong. */
export function StopView({ device, session, reason }: StopViewProps) {
  const navigate = useNavigate();
  const removeDevice = useRemoveDevice();
  const isMismatch = reason.kind !== 'other-key';
  // The device has never proved this key, so the first link may have been wrong: the person removes the device before taking a new
  // one.
  const isNeverProved = reason.kind === 'mismatch' && device.verifiedAtMs === undefined;
  const pasteNewLink = async () => {
    await navigate({ to: '/add' });
    if (isNeverProved) await removeDevice(device.key);
  };
  return (
    <main className="lw-stop" data-testid="stop-screen">
      <div className="lw-stop-text" role="alert">
        <IconHandStop size={56} stroke={1.5} aria-hidden="true" />
        <p className="lw-stop-name">{nameOf(device)}</p>
        <h1>{isMismatch ? words.title : words.differsTitle}</h1>
        <p>{messageOf(reason)}</p>
        {isMismatch ? (
          <Meanings isOfFirst={reason.kind === 'other-than-first'} />
        ) : (
          <p>{words.differsAdvice}</p>
        )}
        <Keys reason={reason} />
        <div className="lw-actions">
          <Button size="lg" className="lw-stop-leave" onClick={() => void navigate({ to: '/' })}>
            {words.leave}
          </Button>
          {isMismatch ? (
            <Button
              size="lg"
              variant="default"
              className="lw-stop-other"
              onClick={() => void pasteNewLink().catch(reportError)}
            >
              {isNeverProved ? words.removeAndNewLink : words.newLink}
            </Button>
          ) : (
            <Button size="lg" variant="default" className="lw-stop-other" onClick={() => session.start()}>
              {words.connectRemembered}
            </Button>
          )}
        </div>
      </div>
    </main>
  );
}

function messageOf({ kind }: StopReason): string {
  const table = {
    mismatch: words.mismatch,
    'other-than-first': words.otherThanFirst,
    'other-key': words.differs,
  };
  return table[kind];
}

interface MeaningsProps {
  /** The key differs from the one at the first connection; the link held none. */
  readonly isOfFirst: boolean;
}

/** No link replaces a stored key; this explains what to do after a real reset. */
function Meanings({ isOfFirst }: MeaningsProps) {
  return (
    <>
      <h2>{words.meaningTitle}</h2>
      <ul>
        <li>{words.meaningMiddle}</li>
        <li>{words.meaningReset}</li>
        {!isOfFirst && <li>{words.meaningLink}</li>}
      </ul>
      <p>{words.advice}</p>
      {isOfFirst && <p>{words.firstAdvice}</p>}
      {!isOfFirst && <p>{words.keyStays}</p>}
    </>
  );
}

function Keys({ reason }: { readonly reason: StopReason }) {
  const rows: readonly (readonly [string, string | undefined])[] =
    reason.kind !== 'other-key'
      ? [
          [reason.kind === 'mismatch' ? words.expected : words.first, reason.expected],
          [words.shown, reason.shown],
        ]
      : [
          [words.remembered, reason.known],
          [words.offered, reason.offered],
        ];
  return (
    <dl>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value === undefined ? words.noneShown : <FingerprintText value={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
