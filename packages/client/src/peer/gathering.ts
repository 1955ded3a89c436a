/** @module Waiting until every local candidate is in the description. */
import { listen } from '../events/listen.ts';
import { waitFor } from '../time/abort.ts';

/** Resolves when ICE gathering is complete. */
export async function gatheringComplete(pc: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  if (pc.iceGatheringState === 'complete') return;
  await waitFor<void>(signal, ({ resolve }) =>
    listen(pc, 'icegatheringstatechange', () => {
      if (pc.iceGatheringState === 'complete') resolve();
    }),
  );
}
