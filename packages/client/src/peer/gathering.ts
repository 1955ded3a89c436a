/** @module Waits for local candidates, and finds them in a description. */
import type { Clock, IceCandidate } from '@longwire/protocol';
import { waitFor } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';

/**
 * How long an offer waits for its first candidate, in milliseconds. Reason: a browser has one after one to three. A
 * device that finds an address in the offer checks it before the browser checks the device; if the browser checks
 * first, its library loses 50 ms (ADR 41).
 */
export const CANDIDATE_PATIENCE_MS = 10;

/** A candidate up to its type; the rest differs from its line in a description. */
const CANDIDATE = /^candidate:.* typ \S+/u;

/** Resolves when ICE gathering is complete. */
export async function gatheringComplete(pc: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  if (pc.iceGatheringState === 'complete') return;
  await waitFor<void>({ owner: signal }, ({ resolve }) =>
    listen(pc, 'icegatheringstatechange', () => {
      if (pc.iceGatheringState === 'complete') resolve();
    }),
  );
}

/** Resolves when the local description contains a candidate, or will contain none, or the wait takes too long. */
export async function candidateKnown(
  pc: RTCPeerConnection,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const isKnown = pc.localDescription?.sdp.includes('a=candidate:') === true;
  if (isKnown || pc.iceGatheringState === 'complete') return;
  await waitFor<void>({ owner: signal }, ({ resolve }) => {
    const stopTimer = clock.schedule(CANDIDATE_PATIENCE_MS, resolve);
    const stopListening = listen(pc, 'icecandidate', () => resolve());
    return () => {
      stopTimer();
      stopListening();
    };
  });
}

/** Whether a description contains a candidate. */
export function isInside(sdp: string, { candidate }: IceCandidate): boolean {
  const [line] = CANDIDATE.exec(candidate) ?? [];
  return line !== undefined && sdp.includes(line);
}
