/** @module Creates a connection token: lifetime, scope, and its value, shown once. */

import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { IssuedToken, type Issued } from './issued-token.tsx';
import { daysToMs, FIRST_DAYS, LifetimeField, TOKEN_DAYS } from './lifetime-field.tsx';
import { useOperator } from './operator-context.tsx';
import { FormDialog } from './service-dialog.tsx';
import type { TokenDevice } from './token.ts';
import { useAction } from './use-loaded.ts';

const texts = words.token;

/** The product, and the device if it is fixed. */
export interface MakeTokenProps {
  readonly productId: string;
  readonly device: TokenDevice | undefined;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** The form, then the value. */
export function MakeToken({ productId, device, onMade, onClose }: MakeTokenProps) {
  const { session } = useOperator();
  const action = useAction();
  const [deviceId, setDeviceId] = useState('');
  const [days, setDays] = useState(FIRST_DAYS);
  const [isShort, setShort] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const settled = device?.deviceId ?? (deviceId.trim() === '' ? undefined : deviceId.trim());
  if (issued !== undefined) {
    const meant = device ?? (settled === undefined ? undefined : { deviceId: settled });
    return <IssuedToken issued={issued} productId={productId} device={meant} onClose={onClose} />;
  }
  const make = () =>
    action.run(
      () =>
        session.ask('POST /products/{productId}/tokens', {
          path: { productId },
          body: {
            ...(settled === undefined ? {} : { deviceId: settled }),
            lifetimeMs: daysToMs(days),
            ...(isShort ? { isShort } : {}),
          },
        }),
      (made) => {
        setIssued(made);
        onMade();
      },
    );
  return (
    <FormDialog submit={texts.add} action={action} onSubmit={make} onClose={onClose}>
      {device === undefined && (
        <ExactField
          label={words.device.id}
          description={texts.scopeHint}
          value={deviceId}
          onChange={setDeviceId}
        />
      )}
      <LifetimeField days={days} offered={TOKEN_DAYS} onChange={setDays} />
      <Checkbox
        label={texts.short}
        description={texts.shortHint}
        checked={isShort}
        onChange={(event) => setShort(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
