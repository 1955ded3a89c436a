/** @module The sound of the front door, without its picture. */
import { DeviceSound } from '@longwire/react';
import { useState } from 'react';

export function Listen() {
  const [isMuted, setIsMuted] = useState(true);
  return (
    <>
      <DeviceSound trackId="frontdoor-audio" isMuted={isMuted} onMutedByBrowser={() => setIsMuted(true)} />
      <button aria-pressed={!isMuted} onClick={() => setIsMuted(!isMuted)}>
        Listen
      </button>
    </>
  );
}
