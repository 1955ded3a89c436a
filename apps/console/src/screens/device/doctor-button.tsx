/** @module Opens the doctor where a connection fails. */

import { Button } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useServices } from '../../services.tsx';

/** A button that starts the doctor for a device immediately. */
export function DoctorButton({ device }: { readonly device: RememberedDevice }) {
  const navigate = useNavigate();
  const { doctors } = useServices();
  const { key, productId, deviceId } = device;
  const ask = () => {
    void doctors.of(key).run();
    void navigate({ to: '/doctor/$productId/$deviceId', params: { productId, deviceId } });
  };
  return (
    <Button
      variant="default"
      className="lw-button-quiet"
      leftSection={<IconStethoscope size={20} aria-hidden="true" />}
      onClick={ask}
    >
      {messages.doctor.open}
    </Button>
  );
}
