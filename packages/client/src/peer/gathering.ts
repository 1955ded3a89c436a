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

/**
 * The head start of candidates that follow an offer, in milliseconds. Reason: they reach a device that is as far away as its service in the
 * time that a check takes, and 5 ms earlier is enough (ADR 62).
 */
export const HEAD_START_MS = 5;

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

/**
 * Resolves when candidates that follow an offer have a head start before the checks, which begin with the answer. Without one the library of a
 * device is late with its own checks (docs/platform.md). Hidden addresses do not help a device: nothing waits for them.
 */
export async function candidatesAhead(
  pc: RTCPeerConnection,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  await candidateKnown(pc, clock, signal);
  if (pc.localDescription?.sdp.includes('.local ') === true) return;
  await waitFor<void>({ owner: signal }, ({ resolve }) => clock.schedule(HEAD_START_MS, resolve));
}

/** Whether a description contains a candidate. */
export function isInside(sdp: string, { candidate }: IceCandidate): boolean {
  const [line] = CANDIDATE.exec(candidate) ?? [];
  return line !== undefined && sdp.includes(line);
}
