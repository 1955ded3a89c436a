/** @module Replaces and revokes a connection token. */

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { IssuedToken, type Issued } from './issued-token.tsx';
import { daysToMs, FIRST_DAYS, LifetimeField, TOKEN_DAYS } from './lifetime-field.tsx';
import { useOperator } from './operator-context.tsx';
import { ConfirmDialog, FormDialog } from './service-dialog.tsx';
import type { Token, TokenDevice } from './token.ts';
import { useAction } from './use-loaded.ts';

const texts = words.token;
const HOUR_MS = 3_600_000;

interface ReplaceTokenProps {
  readonly token: Token;
  readonly device: TokenDevice | undefined;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Replaces a token; the old one stays valid for a while. */
export function ReplaceToken({ token, device, onMade, onClose }: ReplaceTokenProps) {
  const { session } = useOperator();
  const action = useAction();
  const [days, setDays] = useState(FIRST_DAYS);
  const [hours, setHours] = useState('24');
  const [issued, setIssued] = useState<Issued>();
  const { tokenId, productId, deviceId } = token;
  if (issued !== undefined) {
    const meant = device ?? (deviceId === null ? undefined : { deviceId });
    return <IssuedToken issued={issued} productId={productId} device={meant} onClose={onClose} />;
  }
  const replace = () =>
    action.run(
      () =>
        session.ask('POST /tokens/{tokenId}/rotate', {
          path: { tokenId },
          body: { overlapMs: Number(hours) * HOUR_MS, lifetimeMs: daysToMs(days) },
        }),
      (made) => {
        setIssued(made);
        onMade();
      },
    );
  return (
    <FormDialog
      title={texts.rotateTitle}
      submit={texts.rotate}
      action={action}
      onSubmit={replace}
      onClose={onClose}
    >
      <p>{texts.rotateHint}</p>
      <LifetimeField days={days} offered={TOKEN_DAYS} onChange={setDays} />
      <NativeSelect
        label={texts.overlap}
        value={hours}
        data={Object.entries(texts.overlaps).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

interface RevokeTokenProps {
  readonly token: Token;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Revokes a token, which ends its sessions. */
export function RevokeToken({ token: { tokenId }, onDone, onClose }: RevokeTokenProps) {
  const { session } = useOperator();
  const action = useAction();
  const revoke = () =>
    action.run(
      () => session.ask('DELETE /tokens/{tokenId}', { path: { tokenId } }),
      () => {
        onClose();
        onDone();
      },
    );
  return (
    <ConfirmDialog
      title={texts.revokeTitle}
      hint={texts.revokeHint}
      submit={texts.revoke}
      action={action}
      onSubmit={revoke}
      onClose={onClose}
    />
  );
}
