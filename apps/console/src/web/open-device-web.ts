/** @module Creates a device's web from the parts of the page. */
import type { Session } from '@longwire/client';
import { pageClock } from '../page-clock.ts';
import { CookieJar } from './cookies/cookie-jar.ts';
import { tabStore } from './cookies/tab-store.ts';
import { DeviceWeb } from './device-web.ts';

/** Options of `openDeviceWeb`. */
export interface OpenDeviceWebOptions {
  /** The window of the frame with the page on the device's own origin. */
  readonly frame: Window;
  readonly origin: string;
  /** The device's key. */
  readonly device: string;
  readonly session: Session;
  /** The user of the device; '' without a login. */
  readonly username: string;
  /** The stream that leads to the web server. */
  readonly streamPort: number;
  readonly startPath: string;
}

/** Gives the frame its port, if it shows a page of that origin; any other page gets nothing. */
export function openDeviceWeb({
  frame,
  origin,
  device,
  session,
  username,
  streamPort,
  startPath,
}: OpenDeviceWebOptions): DeviceWeb {
  const { port1, port2 } = new MessageChannel();
  frame.postMessage({ type: 'longwire-port' }, origin, [port2]);
  const { host, hostname } = new URL(origin);
  return new DeviceWeb({
    port: port1,
    origin,
    jar: new CookieJar({ host: hostname, store: tabStore({ device, host, username }), now: Date.now }),
    openStream: async (signal) => await session.streams.open(streamPort, { signal }),
    startPath,
    languages: navigator.languages,
    userAgent: navigator.userAgent,
    clock: pageClock,
    now: () => pageClock.monotonic(),
    crypto,
  });
}
