/** @module The services of the screens, created once when the page opens. */

import type { Session } from '@longwire/client';
import { useSyncExternalStore } from 'react';
import type { ServiceList } from './link/service-list.ts';
import type { DeviceLibrary } from './devices/device-library.ts';
import type { LastPictures } from './devices/last-pictures.ts';
import type { RememberedDevice } from './devices/remembered-device.ts';
import type { Doctors } from './doctor/doctors.ts';
import type { OneForEach } from './one-for-each.ts';
import type { LogBuffer } from './path/log-buffer.ts';
import type { TrafficHistory } from './path/traffic-history.ts';
import type { RequestStores } from './requests/request-store.ts';
import type { DeviceSession } from './session/device-session.ts';
import type { DeviceSessions } from './session/device-sessions.ts';
import type { IdentityNote, IdentityNotes } from './session/identity-notes.ts';
import type { SessionState } from './session/session-state.ts';
import { requiredContext } from './ui/required-context.ts';
import type { StoredPages } from './web/stored/stored-pages.ts';
import type { WebPlace } from './web/web-place.ts';

/** Everything that outlives a screen. */
export interface Services {
  readonly serviceList: ServiceList;
  readonly library: DeviceLibrary;
  /** Resolves once a push subscription that no device uses any more has ended. */
  readonly pushEnded: () => Promise<void>;
  readonly pictures: LastPictures;
  readonly sessions: DeviceSessions;
  readonly identityNotes: IdentityNotes;
  readonly requests: RequestStores;
  readonly logs: OneForEach<string, LogBuffer>;
  readonly traffic: OneForEach<Session, TrafficHistory>;
  readonly doctors: Doctors;
  readonly web: OneForEach<string, WebPlace>;
  readonly storedPages: StoredPages;
}

/** Provides the services to the screens below it. */
export const [ServicesProvider, useServices] = requiredContext<Services>('Services');

/** The note about how a device identifies this browser, if there is one. */
export function useIdentityNote(key: string): IdentityNote | undefined {
  const { identityNotes } = useServices();
  return useSyncExternalStore(identityNotes.subscribe, identityNotes.snapshot).get(key);
}

/** The remembered devices. */
export function useDevices(): readonly RememberedDevice[] {
  const { library } = useServices();
  return useSyncExternalStore(library.subscribe, library.snapshot);
}

/** The state of a session. */
export function useSessionState(session: DeviceSession): SessionState {
  return useSyncExternalStore(session.subscribe, session.snapshot);
}
