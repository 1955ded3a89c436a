/** @module The placeholder for device data while the device is disconnected. */

import { messages } from '../../messages/messages.ts';
import { useLiveDevice } from './device-context.tsx';

/** The text while the device is disconnected; undefined while it is connected. */
export function useDisconnectedText(): string | undefined {
  return useLiveDevice().state.link.kind === 'recovering' ? messages.device.whenBack : undefined;
}
