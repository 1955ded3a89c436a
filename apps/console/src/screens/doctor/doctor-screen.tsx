/** @module The doctor on its own screen, which needs no connection. */

import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { deviceKey } from '../../devices/device-key.ts';
import { nameOf, type RememberedDevice } from '../../devices/remembered-device.ts';
import { messages } from '../../messages/messages.ts';
import { useDevices, useServices } from '../../services.tsx';
import { ScreenHead } from '../screen-head.tsx';
import { LogPanel } from '../device/connection/log-panel.tsx';
import { useTitle } from '../use-title.ts';
import { DoctorPanel } from './doctor-panel.tsx';
import './doctor-screen.css';

const route = getRouteApi('/doctor/$productId/$deviceId');

/** A remembered device's doctor; an unknown device redirects to "Add a device". */
export function DoctorScreen() {
  const { productId, deviceId } = route.useParams();
  const key = deviceKey(productId, deviceId);
  const device = useDevices().find((known) => known.key === key);
  if (device === undefined) return <Navigate to="/add" search={{ forgotten: true }} replace />;
  return <DoctorPage key={key} device={device} />;
}

function DoctorPage({ device }: { readonly device: RememberedDevice }) {
  const doctor = useServices().doctors.of(device.key);
  const { productId, deviceId } = device;
  useTitle(messages.doctor.titleFor(nameOf(device)));
  useEffect(() => doctor.watch(), [doctor]);
  return (
    <div className="lw-page lw-page-narrow">
      <ScreenHead
        title={messages.doctor.titleFor(nameOf(device))}
        label={messages.doctor.back}
        target={{ to: '/device/$productId/$deviceId', params: { productId, deviceId } }}
      />
      <main className="lw-doctor-parts">
        <DoctorPanel device={device} />
        <LogPanel device={device} heading="h2" />
      </main>
    </div>
  );
}
