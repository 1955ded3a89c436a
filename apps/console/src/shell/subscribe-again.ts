/** @module The browser has ended or replaced its push subscription (Push API, `pushsubscriptionchange`). */

/** The parts of `PushSubscriptionChangeEvent` used here. Not every browser gives them. */
export interface SubscriptionChange {
  readonly oldSubscription?: Pick<PushSubscription, 'options'> | null;
  readonly newSubscription?: object | null;
}

/**
 * Subscribes with the key of the ended subscription. Only the page reaches the devices: it gives them the new one at its next visit, and makes
 * one where the browser does not say which has ended.
 */
export async function subscribeAgain(
  { oldSubscription, newSubscription }: SubscriptionChange,
  pushManager: Pick<PushManager, 'subscribe'>,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? null;
  if (newSubscription != null || applicationServerKey === null) return;
  await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
