/** @module Push messages of the device in this browser: on or off, and the person's quiet hours. */

import { useObserve } from '@longwire/react';
import { useEffect, useState } from 'react';
import {
  askPermission,
  currentSubscription,
  pushSupport,
  type BrowserSubscription,
} from '../../../activity/browser-push.ts';
import { isPushFailure, makeSender, registerPush, requireChanged } from '../../../activity/register-push.ts';
import { readPushSettings, type PushSettings, type QuietHours } from '../../../activity/push-settings.ts';
import { jsonPayload } from '../../../json-payload.ts';
import { pageClock } from '../../../page-clock.ts';
import { useServices } from '../../../services.tsx';
import { useOperation } from '../../../ui/use-operation.ts';
import { useLiveDevice } from '../device-context.tsx';

/** What a person changes: turns messages on or off, or sets quiet hours. */
export type PushChange = 'on' | 'off' | 'quiet';

/** Push messages, as a person sees them. */
export interface Push {
  readonly settings: PushSettings;
  readonly isBlocked: boolean;
  readonly isOn: boolean;
  /** The browser has a subscription of another service. */
  readonly isOther: boolean;
  readonly isBusy: boolean;
  /** The last change, if it has failed. */
  readonly failed: PushChange | undefined;
  readonly turn: (isOn: boolean) => void;
  readonly setQuietHours: (hours: QuietHours | undefined) => void;
}

/** How often the settings are read, in milliseconds. Reason: another browser of the same person may change them. */
const READ_MS = 30_000;

/** Undefined where the browser, the device or its service has no push messages. */
export function usePush(path: string): Push | undefined {
  const { library } = useServices();
  const { device, state: live } = useLiveDevice();
  const { session, me } = live;
  const { state, refresh } = useObserve(`${path}/push`, { pollMs: READ_MS });
  const [subscription, setSubscription] = useState<BrowserSubscription>();
  const [support, setSupport] = useState(() => pushSupport(window));
  const operation = useOperation<PushChange>();
  useEffect(() => {
    if (support === 'none') return;
    currentSubscription(navigator.serviceWorker).then(setSubscription, reportError);
    refresh();
    // What is remembered is replaced when a connection has registered the browser again, maybe after the settings were read.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [support, device.push, refresh]);
  const settings =
    state.kind === 'waiting' || state.value === undefined ? undefined : readPushSettings(state.value);
  if (support === 'none' || settings === undefined) return undefined;

  const run = async (change: PushChange, act: () => Promise<void>): Promise<void> => {
    await operation.run(async () => {
      try {
        return { value: await act() };
      } catch (error) {
        if (!isPushFailure(error)) reportError(error);
        // The text says so, and the switch stays where it was.
        return { error: change };
      }
    });
    refresh();
  };
  const turnOn = async (): Promise<void> => {
    const isAllowed = await askPermission(window);
    setSupport(pushSupport(window));
    if (!isAllowed) return;
    const { key } = settings;
    const push = { path, key, sender: makeSender() };
    setSubscription(await registerPush({ session, window, clock: pageClock }, push));
    if (me !== undefined) await library.notePushTurnedOn(device.key, { ...push, username: me.username });
  };
  const turnOff = async (): Promise<void> => {
    requireChanged(await session.request('DELETE', `${path}/push/${subscription?.id ?? ''}`));
    await library.notePush(device.key, undefined);
  };
  return {
    settings,
    isBlocked: support === 'blocked',
    isOn: subscription?.key === settings.key && settings.browsers.includes(subscription.id),
    isOther: subscription !== undefined && subscription.key !== settings.key,
    isBusy: operation.state.kind === 'busy',
    failed: operation.state.kind === 'failed' ? operation.state.error : undefined,
    turn: (isOn) => void (isOn ? run('on', turnOn) : run('off', turnOff)),
    setQuietHours: (hours) =>
      void run('quiet', async () => {
        const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
        const value = hours === undefined ? null : { ...hours, timeZone };
        requireChanged(await session.request('PUT', `${path}/quiet-hours`, jsonPayload(value)));
      }),
  };
}
