/** @module The seconds until the next attempt. */

import { messages } from '../../messages/messages.ts';
import { useSecondsUntil } from '../../ui/use-now.ts';

/** The seconds, counted down. */
export function RetryCountdown({ retryAtMs }: { readonly retryAtMs: number }) {
  const seconds = useSecondsUntil(retryAtMs);
  return <span data-testid="retry">{messages.device.retryIn(seconds)}</span>;
}
