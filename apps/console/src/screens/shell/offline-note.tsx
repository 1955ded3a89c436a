/** @module Says that the browser has no network, and what can be done meanwhile. */

import { messages } from '../../messages/messages.ts';
import { useOnline } from '../../ui/use-online.ts';

/** A line of text, or nothing. */
export function OfflineNote() {
  const isOnline = useOnline();
  return (
    <output className={isOnline ? 'lw-hidden' : 'lw-offline'}>{!isOnline && messages.shell.offline}</output>
  );
}
