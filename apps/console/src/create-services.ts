/** @module Creates the services of the page. */

import { createBrowserIdentity, createSession, type Logger, type Session } from '@longwire/client';
import { tabJournal } from './devices/change-journal.ts';
import { endUnusedPush } from './activity/end-unused-push.ts';
import { keepPushSenders } from './activity/push-senders.ts';
import { DeviceLibrary } from './devices/device-library.ts';
import { DEVICE_DATABASE, DeviceStorage } from './devices/device-storage.ts';
import { LastPictures } from './devices/last-pictures.ts';
import type { RememberedDevice } from './devices/remembered-device.ts';
import { Doctors } from './doctor/doctors.ts';
import { requireListed, type ServiceList } from './link/service-list.ts';
import { OneForEach } from './one-for-each.ts';
import { LogBuffer } from './path/log-buffer.ts';
import { TrafficHistory } from './path/traffic-history.ts';
import { RequestStores } from './requests/request-store.ts';
import { REQUEST_DATABASE, RequestStorage } from './requests/request-storage.ts';
import { pageClock } from './page-clock.ts';
import type { Services } from './services.tsx';
import type { SignInPorts } from './session/session-run.ts';
import { browserNameOf } from './session/browser-name.ts';
import { DeviceSessions } from './session/device-sessions.ts';
import { IdentityNotes } from './session/identity-notes.ts';
import { NoWebRtcError } from './session/no-web-rtc-error.ts';
import { storeForWorker } from './shell/worker-store.ts';
import { openDatabase } from './storage/indexed-database.ts';
import { pageStorage } from './settings/preferences.ts';
import { keepTabStoresOf } from './web/cookies/tab-store.ts';
import { emptyOrigin } from './web/stored/empty-origin.ts';
import { StoredPages } from './web/stored/stored-pages.ts';
import { WebPlace } from './web/web-place.ts';

/** Ends the browser's push subscription. */
async function endPush(): Promise<void> {
  const { unsubscribe } = await import('./activity/browser-push.ts');
  await unsubscribe(navigator.serviceWorker, pageClock);
}

/** Opens the browser's storage and creates everything that outlives a screen. */
export async function createServices(serviceList: ServiceList): Promise<Services> {
  const tabs = new BroadcastChannel('longwire-devices');
  const [database, requestDatabase] = await Promise.all([
    openDatabase({ ...DEVICE_DATABASE, onLost: () => void library.restore().catch(reportError) }),
    openDatabase(REQUEST_DATABASE),
  ]);
  const library = await DeviceLibrary.open(await DeviceStorage.open({ database, journal: tabJournal, tabs }));
  // Writing back a row that another tab has changed would undo that change.
  tabs.addEventListener('message', () => void library.reload().catch(reportError));
  const requests = new RequestStores({ storage: new RequestStorage(requestDatabase), reportError });
  // Removing a device removes its request history and the cookies of its pages, in every tab.
  const removeForgotten = (): void => {
    const keys = library.snapshot().map(({ key }) => key);
    requests.keepOnly(keys).catch(reportError);
    keepTabStoresOf(keys);
  };
  library.subscribe(removeForgotten);
  removeForgotten();
  const pushEnded = endUnusedPush(library, async () => await endPush().catch(reportError));
  // Insecure pages have neither caches nor push messages.
  if ('caches' in window)
    keepPushSenders(
      library,
      (senders) => void storeForWorker(window.caches, 'push-senders', senders).catch(reportError),
    );
  const identity = createBrowserIdentity();
  const identityNotes = new IdentityNotes(identity);
  const logs = new OneForEach<string, LogBuffer>(() => new LogBuffer(Date.now));
  return {
    serviceList,
    library,
    pushEnded,
    pictures: new LastPictures({
      library,
      createUrl: (picture) => URL.createObjectURL(picture),
      revokeUrl: (url) => {
        URL.revokeObjectURL(url);
      },
      reportError,
      now: Date.now,
    }),
    sessions: new DeviceSessions({
      library,
      createSession: (device, ports) => {
        requireListed(serviceList, device.service);
        if (globalThis.RTCPeerConnection === undefined) throw new NoWebRtcError();
        return connect(device, { ...ports, logger: logs.of(device.key).logger });
      },
      identity,
      browserName: browserNameOf(navigator.userAgent),
      now: Date.now,
      isOnline: () => navigator.onLine,
      onUser: (key) => identityNotes.handleUser(key),
      clock: pageClock,
      restorePush: async (session, push) => {
        // Loaded only for devices whose messages are on.
        const { restorePush } = await import('./activity/register-push.ts');
        return await restorePush({ session, window, clock: pageClock }, push);
      },
      reportError,
    }),
    identityNotes,
    requests,
    logs,
    traffic: new OneForEach(
      (session) => new TrafficHistory(session, Date.now),
      new WeakMap<Session, TrafficHistory>(),
    ),
    web: new OneForEach(() => new WebPlace()),
    storedPages: new StoredPages({
      storage: pageStorage(),
      empty: async (origin) => await emptyOrigin(origin, document),
    }),
    doctors: new Doctors({
      device: (key) => library.get(key),
      identity,
    }),
  };
}

interface ConnectPorts extends SignInPorts {
  readonly logger: Logger;
}

/** Uses only the STUN servers of the service: a console on a home network contacts no third party. */
function connect(device: RememberedDevice, { certificate, logIn, logger }: ConnectPorts): Session {
  const { service, productId, deviceId, sct, fingerprint, isBound = false } = device;
  return createSession({
    signalingServerUrl: service,
    productId,
    deviceId,
    iceServers: [],
    fingerprint,
    acceptUnbound: !isBound,
    certificate,
    login: logIn,
    logger,
    ...(sct === '' ? {} : { sct }),
  });
}
