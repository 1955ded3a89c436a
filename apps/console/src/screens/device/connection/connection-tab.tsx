/** @module How this browser is connected to the device: network path, traffic, candidate pairs, log, and the doctor. */

import { useSyncExternalStore } from 'react';
import { messages } from '../../../messages/messages.ts';
import { useServices } from '../../../services.tsx';
import { DoctorPanel } from '../../doctor/doctor-panel.tsx';
import { useLiveDevice } from '../device-context.tsx';
import { ConnectSteps } from './connect-steps.tsx';
import { LogPanel } from './log-panel.tsx';
import { PairList } from './pair-list.tsx';
import { PathPicture } from './path-picture.tsx';
import { TrackFacts } from './track-facts.tsx';
import { TrafficCharts } from './traffic-charts.tsx';
import './connection-tab.css';
import './sheet.css';

/** The connection of a device. */
export function ConnectionTab() {
  const { device, state } = useLiveDevice();
  const { session } = state;
  const history = useServices().traffic.of(session);
  const { latest, columns } = useSyncExternalStore(history.subscribe, history.snapshot);
  return (
    <div className="lw-place lw-path">
      <h2 className="lw-hidden">{messages.path.title}</h2>
      <PathPicture path={latest?.path} roundTripMs={latest?.roundTripMs} />
      <TrafficCharts columns={columns} />
      <div className="lw-path-pair">
        <TrackFacts tracks={latest?.tracks ?? []} />
        <ConnectSteps trace={session.trace} />
      </div>
      <section className="lw-surface lw-sheet" aria-labelledby="doctor-title">
        <h3 id="doctor-title">{messages.doctor.title}</h3>
        <DoctorPanel device={device} />
      </section>
      <PairList session={session} />
      <LogPanel device={device} heading="h3" isOpen />
    </div>
  );
}
