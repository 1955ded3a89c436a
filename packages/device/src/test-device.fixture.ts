/** @module Test fixture: a device on the loopback interface with the users of a household. */
import { household } from './auth/login.fixture.ts';
import { createDevice } from './create-device.ts';
import type { DeviceOptions } from './device-options.ts';
import type { Device } from './device.ts';
import { generatePrivateKey, identityOf } from './identity/identity-key.ts';
import { createMemoryStore } from './store/memory-store.ts';

/** Creates a device of the service at a URL; it is not started. */
export function createTestDevice(signalingServerUrl: string, options: Partial<DeviceOptions> = {}): Device {
  return createDevice({
    signalingServerUrl,
    productId: 'pr-test',
    deviceId: 'de-test',
    identity: identityOf(generatePrivateKey()),
    store: createMemoryStore(household),
    bindAddress: '127.0.0.1',
    ...options,
  });
}
