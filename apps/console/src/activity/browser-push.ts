/** @module Push messages in this browser: whether it can get them, and its subscription. */

import { withLimits, type Clock } from '@longwire/protocol/base';
import { bytesToBase64Url } from '../bytes.ts';

/** What this browser can do: `blocked` by the person, in its settings. */
export type PushSupport = 'possible' | 'blocked' | 'none';

/** A subscription, as devices store it. */
export interface BrowserSubscription {
  /** Identifies its endpoint to a device. */
  readonly id: string;
  /** The public key of the service whose devices may send. */
  readonly key: string;
  /** As the device reads it. */
  readonly json: object;
}

/** Longest wait for the page's service worker and the browser's push service, in milliseconds. Reason: a page without the one, and Chromium while the other cannot be reached, wait without an end. */
const SUBSCRIBE_MS = 15_000;

/** Push messages need a service worker, which insecure pages do not have. */
export function pushSupport(window: Window & typeof globalThis): PushSupport {
  const { navigator } = window;
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'none';
  return window.Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Asks the person, if they have not decided yet; to be called by a tap. */
export async function askPermission(window: Window & typeof globalThis): Promise<boolean> {
  return (await window.Notification.requestPermission()) === 'granted';
}

/** The subscription of this browser, if there is one. */
export async function currentSubscription(
  container: Pick<ServiceWorkerContainer, 'getRegistration'>,
): Promise<BrowserSubscription | undefined> {
  const subscription = await subscriptionOf(container);
  return subscription == null ? undefined : await describe(subscription);
}

/**
 * Ends the subscription of this browser, if there is one: the push service refuses what devices still send.
 * @throws DOMException if the browser cannot; EdgeError if it does not answer
 */
export async function unsubscribe(
  container: Pick<ServiceWorkerContainer, 'getRegistration'>,
  clock: Clock,
): Promise<void> {
  const time = { clock, limitMs: SUBSCRIBE_MS };
  await withLimits({ time }, async () => await (await subscriptionOf(container))?.unsubscribe());
}

async function subscriptionOf(
  container: Pick<ServiceWorkerContainer, 'getRegistration'>,
): Promise<PushSubscription | null | undefined> {
  const registration = await container.getRegistration();
  return await registration?.pushManager.getSubscription();
}

/** What {@link subscribe} makes. */
export interface SubscribeOptions {
  /** The key of the service. */
  readonly key: string;
  /** Replaces a subscription with this key too: the push service no longer accepts it. */
  readonly isRenewed?: boolean;
  readonly clock: Clock;
}

/**
 * Subscribes with the key of a service. A subscription with another key ends: a browser has one.
 * @throws DOMException without the permission, and where the browser's push service cannot be reached; EdgeError if it does not answer
 */
export async function subscribe(
  container: Pick<ServiceWorkerContainer, 'ready'>,
  { key, isRenewed = false, clock }: SubscribeOptions,
): Promise<BrowserSubscription> {
  const time = { clock, limitMs: SUBSCRIBE_MS };
  return await withLimits(
    { time },
    async () => await subscribeWithKey(await container.ready, key, isRenewed),
  );
}

async function subscribeWithKey(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
  isRenewed: boolean,
): Promise<BrowserSubscription> {
  const existing = await pushManager.getSubscription();
  if (existing !== null) {
    const current = await describe(existing);
    if (current.key === key && !isRenewed) return current;
    await existing.unsubscribe();
  }
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return await describe(await pushManager.subscribe(options));
}

async function describe(subscription: PushSubscription): Promise<BrowserSubscription> {
  const endpoint = new TextEncoder().encode(subscription.endpoint);
  const { applicationServerKey } = subscription.options;
  return {
    id: bytesToBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', endpoint))),
    key: applicationServerKey === null ? '' : bytesToBase64Url(new Uint8Array(applicationServerKey)),
    json: subscription.toJSON(),
  };
}
