/** @module Which devices may notify this browser: each with what it shows in its messages. Every device that has the browser's subscription can send to it, also in the name of another. */

import type { DeviceLibrary } from '../devices/device-library.ts';
import { textOf } from '../read-field.ts';

/** Stores them whenever they have changed, as JSON by device key, for the service worker. */
export function keepPushSenders(
  library: Pick<DeviceLibrary, 'subscribe' | 'snapshot'>,
  store: (senders: string) => void,
): void {
  let stored: string | undefined;
  const keep = (): void => {
    const devices = library.snapshot().filter(({ push }) => push !== undefined);
    const senders = JSON.stringify(Object.fromEntries(devices.map(({ key, push }) => [key, push?.sender])));
    if (senders === stored) return;
    stored = senders;
    store(senders);
  };
  library.subscribe(keep);
  keep();
}

/** Whether a message may come from the device that it names. */
export function isFromDevice(senders: unknown, deviceKey: string, sender: string | undefined): boolean {
  return sender !== undefined && sender !== '' && textOf(senders, deviceKey) === sender;
}
