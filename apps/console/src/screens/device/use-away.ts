/** @module What is said in the place of something that a device is still to tell, while it cannot. */

import { messages } from '../../messages/messages.ts';
import { useLiveDevice } from './device-context.tsx';

/** The words for a device that is away, and what happens then; nothing while it is there. */
export function useAway(): string | undefined {
  return useLiveDevice().state.link.kind === 'recovering' ? messages.device.whenBack : undefined;
}
