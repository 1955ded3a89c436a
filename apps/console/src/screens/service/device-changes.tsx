/** @module Actions on a registered device. */

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { GivenOf } from '../../service/api/api.ts';
import { DeviceNameField } from './device-name-field.tsx';
import { FingerprintField, typedFingerprint } from './fingerprint-field.tsx';
import { useOperator } from './operator-context.tsx';
import { ConfirmDialog, FormDialog } from './service-dialog.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.device;

interface Changed {
  readonly productId: string;
  readonly deviceId: string;
  readonly name: string | null;
  readonly isEnabled: boolean;
}

type Change = GivenOf<'PATCH /products/{productId}/devices/{deviceId}'>['body'];

/** Buttons, each with its dialog. */
export function DeviceChanges({
  device,
  onChanged,
}: {
  readonly device: Changed;
  readonly onChanged: () => void;
}) {
  const { session } = useOperator();
  const navigate = useNavigate();
  const action = useAction();
  const [asked, setAsked] = useState<'name' | 'key' | 'disable' | 'remove'>();
  const [name, setName] = useState('');
  const [fingerprint, setFingerprint] = useState('');
  const { productId, deviceId } = device;
  const path = { productId, deviceId };
  const close = () => setAsked(undefined);
  const done = () => {
    close();
    onChanged();
  };
  const change = (body: Change) =>
    action.run(() => session.ask('PATCH /products/{productId}/devices/{deviceId}', { path, body }), done);
  const remove = () =>
    action.run(
      () => session.ask('DELETE /products/{productId}/devices/{deviceId}', { path }),
      () => void navigate({ to: '/service/products/$productId', params: { productId } }),
    );
  const rename = () => {
    setName(device.name ?? '');
    setAsked('name');
  };
  const dialog = { action, onClose: close };
  return (
    <div className="lw-actions lw-device-changes">
      <Button variant="default" onClick={rename}>
        {texts.rename}
      </Button>
      <Button variant="default" onClick={() => setAsked('key')}>
        {texts.rekey}
      </Button>
      {device.isEnabled ? (
        <Button variant="default" onClick={() => setAsked('disable')}>
          {texts.disable}
        </Button>
      ) : (
        <Button loading={action.isBusy} onClick={() => change({ isEnabled: true })}>
          {texts.enable}
        </Button>
      )}
      <Button color="red" variant="light" onClick={() => setAsked('remove')}>
        {texts.remove}
      </Button>
      {asked === 'name' && (
        <FormDialog
          {...dialog}
          title={texts.rename}
          submit={words.save}
          onSubmit={() => change({ name: name.trim() === '' ? null : name.trim() })}
        >
          <DeviceNameField value={name} onChange={setName} />
        </FormDialog>
      )}
      {asked === 'key' && (
        <FormDialog
          {...dialog}
          title={texts.rekey}
          submit={words.save}
          isDangerous
          isReady={fingerprint.trim() !== ''}
          onSubmit={() => change({ fingerprint: typedFingerprint(fingerprint) })}
        >
          <p>{texts.rekeyHint}</p>
          <FingerprintField value={fingerprint} onChange={setFingerprint} />
        </FormDialog>
      )}
      {asked === 'disable' && (
        <ConfirmDialog
          {...dialog}
          title={texts.disableTitle}
          hint={texts.disableHint}
          submit={texts.disable}
          onSubmit={() => change({ isEnabled: false })}
        />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          {...dialog}
          title={texts.remove}
          hint={texts.removeHint}
          name={deviceId}
          submit={texts.remove}
          onSubmit={remove}
        />
      )}
    </div>
  );
}
