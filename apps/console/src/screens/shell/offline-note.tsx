/** @module A note that the browser is offline. */

import { messages } from '../../messages/messages.ts';
import { useOnline } from '../../ui/use-online.ts';

/** The note, or nothing. */
export function OfflineNote() {
  const isOnline = useOnline();
  return (
    <output className={isOnline ? 'lw-hidden' : 'lw-offline'}>{!isOnline && messages.shell.offline}</output>
  );
}
