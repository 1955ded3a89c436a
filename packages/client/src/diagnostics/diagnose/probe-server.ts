/** @module Probes one ICE server with a separate peer connection. */
import { waitFor } from '@longwire/protocol/base';
import { listen } from '../../events/listen.ts';
import { candidateFacts } from '../trace/trace-peer.ts';
import type { Limits } from './with-timeout.ts';

/** Options of {@link probeServer}. */
export interface ServerProbe {
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  readonly servers: readonly RTCIceServer[];
  /** The candidate type to wait for. */
  readonly wanted: 'host' | 'srflx' | 'relay';
}

/** The result of a probe. */
export interface ProbeResult {
  readonly hasCandidate: boolean;
  /** Error codes of the servers or the browser: 401 for credentials, 701 for no answer. */
  readonly errorCodes: readonly number[];
  /** Gathering completed before the time limit. */
  readonly isComplete: boolean;
  /** Whether the browser asked the server: without an address of its own it completes at once, or never begins. */
  readonly isAsked: boolean;
}

/** Gathers until the wanted candidate arrives, gathering completes or the time is over; then closes the peer connection. */
export async function probeServer(
  { RTCPeerConnection, servers, wanted }: ServerProbe,
  { clock, signal, limitMs }: Limits,
): Promise<ProbeResult> {
  const errorCodes = new Set<number>();
  let hasCandidate = false;
  let isComplete = false;
  let isAsked = false;
  const pc = new RTCPeerConnection({
    iceServers: [...servers],
    iceTransportPolicy: wanted === 'relay' ? 'relay' : 'all',
  });
  try {
    pc.createDataChannel('diagnose');
    await waitFor<void>({ signal }, ({ resolve, reject }) => {
      const offs = [
        clock.schedule(limitMs, resolve),
        listen(pc, 'icecandidate', ({ candidate }: RTCPeerConnectionIceEvent) => {
          isAsked ||= candidate !== null;
          hasCandidate ||= candidate !== null && candidateFacts(candidate.candidate)['type'] === wanted;
          if (hasCandidate) resolve();
        }),
        listen(pc, 'icecandidateerror', ({ errorCode }: RTCPeerConnectionIceErrorEvent) => {
          errorCodes.add(errorCode);
          isAsked = true;
        }),
        listen(pc, 'icegatheringstatechange', () => {
          isComplete ||= pc.iceGatheringState === 'complete';
          if (isComplete) resolve();
        }),
      ];
      pc.setLocalDescription().catch(reject);
      return () => offs.forEach((off) => off());
    });
    isAsked ||= pc.iceGatheringState === 'gathering';
  } finally {
    pc.close();
  }
  return { hasCandidate, errorCodes: [...errorCodes], isComplete, isAsked };
}
