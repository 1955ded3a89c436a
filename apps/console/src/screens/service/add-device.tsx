/** @module Registering a device. */

import { Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { useOperator } from './operator-context.tsx';
import { FormDialog } from './service-dialog.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.device;

/** Asks for what a device's set-up printed. */
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
    fingerprint: fingerprint.replaceAll(/\s/gu, ''),
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
      title={texts.add}
      submit={texts.add}
      isReady={body.deviceId !== '' && body.fingerprint !== ''}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      <TextInput
        label={texts.id}
        description={words.product.idHint}
        value={deviceId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setDeviceId(event.currentTarget.value)}
      />
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FingerprintField value={fingerprint} onChange={setFingerprint} />
    </FormDialog>
  );
}

/** The field for a device's key. */
export function FingerprintField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const isWrong = value.trim() !== '' && !/^[\da-f\s:]*$/iu.test(value);
  return (
    <Textarea
      label={texts.fingerprint}
      description={texts.fingerprintHint}
      classNames={{ input: 'lw-mono' }}
      rows={2}
      value={value}
      error={isWrong ? words.problem.ERR_FINGERPRINT_FORMAT : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
