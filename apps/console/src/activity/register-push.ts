/** @module Registers this browser's subscription with a device: when a person turns messages on, and again when the device has lost it. */

import { EdgeError, type Session } from '@longwire/client';
import type { Clock } from '@longwire/protocol/base';
import { jsonPayload } from '../json-payload.ts';
import { currentSubscription, pushSupport, subscribe, type BrowserSubscription } from './browser-push.ts';
import { readPushSettings } from './push-settings.ts';
import type { RememberedPush } from './remembered-push.ts';

/** What both need. */
export interface PushPorts {
  readonly session: Pick<Session, 'request'>;
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
}

/** The device's answer for an endpoint that the push service no longer accepts. */
const GONE = 404;

/** The device does not do what it was asked for. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Whether the browser, its push service or the device has failed, rather than the console. */
export function isPushFailure(error: unknown): boolean {
  return error instanceof RefusedError || error instanceof EdgeError || error instanceof DOMException;
}

/** @throws RefusedError unless the device has done it */
export function requireChanged({ statusCode }: { readonly statusCode: number }): void {
  if (Math.floor(statusCode / 100) !== 2) throw new RefusedError(`the device answered ${statusCode}`);
}

/** What a device is to show in its messages: random, so that no other device knows it. */
export function makeSender(): string {
  return crypto.randomUUID();
}

/** Subscribes, and gives the subscription to the device. @throws as `subscribe`; RefusedError, EdgeError without an answer */
export async function registerPush(
  { session, window, clock }: PushPorts,
  { path, key, sender }: Omit<RememberedPush, 'username'>,
): Promise<BrowserSubscription> {
  const { serviceWorker } = window.navigator;
  const give = async ({ json }: BrowserSubscription) =>
    await session.request('POST', `${path}/push`, jsonPayload({ ...json, sender }));
  const made = await subscribe(serviceWorker, { key, clock });
  const answer = await give(made);
  if (answer.statusCode !== GONE) {
    requireChanged(answer);
    return made;
  }
  const renewed = await subscribe(serviceWorker, { key, isRenewed: true, clock });
  requireChanged(await give(renewed));
  return renewed;
}

/**
 * Registers again, without a tap, what a person has turned on: the certificate of this browser was renewed, its subscription or the key of
 * the service has changed, or the device has lost it. Returns what is to be remembered, undefined if everything is as it was.
 * @throws as `subscribe`; EdgeError without an answer
 */
export async function restorePush(
  ports: PushPorts,
  remembered: RememberedPush,
): Promise<RememberedPush | undefined> {
  const { session, window } = ports;
  if (pushSupport(window) === 'none' || window.Notification.permission !== 'granted') return undefined;
  const settings = readPushSettings(await session.request('GET', `${remembered.path}/push`));
  if (settings === undefined) return undefined;
  const { key, here } = settings;
  const current = await currentSubscription(window.navigator.serviceWorker);
  if (current?.key === key && current.id === here && remembered.sender !== '') return undefined;
  // A tap has given the browser to devices of another service since, and this would end their messages.
  if (current !== undefined && current.key !== key && current.key !== remembered.key) return undefined;
  const push = { ...remembered, key, sender: remembered.sender || makeSender() };
  try {
    await registerPush(ports, push);
    return push;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // The switch shows that messages are off.
    return undefined;
  }
}
