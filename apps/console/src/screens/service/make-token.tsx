/** @module Making a connection token: for how long, for which device, and its value shown once. */

import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { AnswerOf } from '../../service/api.ts';
import { IssuedToken } from './issued-token.tsx';
import { useOperator } from './operator-context.tsx';
import { FormDialog } from './service-dialog.tsx';
import type { TokenDevice } from './token-list.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.token;
const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30, 90, 365] as const;

/** What came of it. */
export type Issued = AnswerOf<'POST /products/{productId}/tokens'>;

/** For which product, and for which device if that is settled. */
export interface MakeTokenProps {
  readonly productId: string;
  readonly device: TokenDevice | undefined;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** The form, and then the value. */
export function MakeToken({ productId, device, onMade, onClose }: MakeTokenProps) {
  const { session } = useOperator();
  const action = useAction();
  const [deviceId, setDeviceId] = useState('');
  const [days, setDays] = useState('365');
  const [issued, setIssued] = useState<Issued>();
  const settled = device?.deviceId ?? (deviceId.trim() === '' ? undefined : deviceId.trim());
  if (issued !== undefined) {
    return (
      <IssuedToken
        issued={issued}
        productId={productId}
        device={device ?? known(settled)}
        onClose={onClose}
      />
    );
  }
  const make = () =>
    action.run(
      () =>
        session.ask('POST /products/{productId}/tokens', {
          path: { productId },
          body: { ...(settled === undefined ? {} : { deviceId: settled }), lifetimeMs: daysToMs(days) },
        }),
      (made) => {
        setIssued(made);
        onMade();
      },
    );
  return (
    <FormDialog title={texts.add} submit={texts.add} action={action} onSubmit={make} onClose={onClose}>
      {device === undefined && (
        <TextInput
          label={words.device.id}
          description={texts.scopeHint}
          value={deviceId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setDeviceId(event.currentTarget.value)}
        />
      )}
      <LifetimeField days={days} onChange={setDays} />
    </FormDialog>
  );
}

function known(deviceId: string | undefined): TokenDevice | undefined {
  return deviceId === undefined ? undefined : { deviceId };
}

/** For how long. */
export function LifetimeField({
  days,
  onChange,
}: {
  readonly days: string;
  readonly onChange: (days: string) => void;
}) {
  return (
    <NativeSelect
      label={texts.lifetime}
      value={days}
      data={DAYS.map((n) => ({ value: String(n), label: texts.days(n) }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The span of so many days. */
export function daysToMs(days: string): number {
  return Number(days) * DAY_MS;
}
