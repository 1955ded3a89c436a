/** @module Registers a device. */

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { ExactField } from '../../ui/exact-field.tsx';
import { DeviceNameField } from './device-name-field.tsx';
import { FingerprintField, typedFingerprint } from './fingerprint-field.tsx';
import { useOperator } from './operator-context.tsx';
import { FormDialog } from './service-dialog.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.device;

/** Asks for the values that the device's setup printed. */
export function AddDevice({
  productId,
  onClose,
}: {
  readonly productId: string;
  readonly onClose: () => void;
}) {
  const { session } = useOperator();
  const navigate = useNavigate();
  const action = useAction();
  const [deviceId, setDeviceId] = useState('');
  const [name, setName] = useState('');
  const [fingerprint, setFingerprint] = useState('');
  const body = {
    deviceId: deviceId.trim(),
    fingerprint: typedFingerprint(fingerprint),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
  };
  const add = () =>
    action.run(
      () => session.ask('POST /products/{productId}/devices', { path: { productId }, body }),
      (device) =>
        void navigate({
          to: '/service/products/$productId/devices/$deviceId',
          params: { productId, deviceId: device.deviceId },
        }),
    );
  return (
    <FormDialog
      submit={texts.add}
      isReady={body.deviceId !== '' && body.fingerprint !== ''}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      <ExactField
        label={texts.id}
        description={words.product.idHint}
        value={deviceId}
        onChange={setDeviceId}
      />
      <DeviceNameField value={name} onChange={setName} />
      <FingerprintField value={fingerprint} onChange={setFingerprint} />
    </FormDialog>
  );
}
