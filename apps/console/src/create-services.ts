/** @module Makes the services of the page, once. */

import { DeviceLibrary } from './devices/device-library.ts';
import { openDeviceStorage } from './devices/indexed-device-storage.ts';
import { LastPictures } from './devices/last-pictures.ts';
import type { RememberedDevice } from './devices/remembered-device.ts';
import { RequestMemory } from './requests/request-history.ts';
import type { Services } from './services.tsx';
import type { SignInPorts } from './session/device-session.ts';
import { DeviceSessions } from './session/device-sessions.ts';
import { createBrowserIdentity, createSession, type Session } from './wire.ts';

/** Opens the browser's storage and makes everything that outlives a screen. */
export async function createServices(): Promise<Services> {
  const library = await DeviceLibrary.open(await openDeviceStorage());
  return {
    library,
    pictures: new LastPictures({
      library,
      createUrl: (picture) => URL.createObjectURL(picture),
      revokeUrl: (url) => {
        URL.revokeObjectURL(url);
      },
      reportError,
    }),
    sessions: new DeviceSessions({
      library,
      createSession: connect,
      identity: createBrowserIdentity(),
      now: Date.now,
      isOnline: () => navigator.onLine,
      reportError,
    }),
    requests: new RequestMemory(),
  };
}

/** No STUN server but those that the service names: a console at home asks nobody else. */
function connect(device: RememberedDevice, { certificate, logIn }: SignInPorts): Session {
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
    ...(sct === '' ? {} : { sct }),
  });
}
