/** @module The state of the session as text. */
import { useSessionState } from '@longwire/react';

const WORDS = {
  connecting: 'Connecting',
  ready: 'Connected',
  recovering: 'Connection lost, trying again',
  ended: 'Ended',
};

export function Status() {
  const { kind, attempt, reason } = useSessionState();
  return (
    <output>
      {WORDS[kind]}
      {attempt !== undefined && `, attempt ${attempt}`}
      {reason !== undefined && ` (${reason.code})`}
    </output>
  );
}
