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
}

/** A result that also says whether there is a candidate of any type: without one the machine has no network. */
export interface ProbeReport extends ProbeResult {
  readonly hasAddress: boolean;
}

/** Gathers until the wanted candidate arrives, gathering completes or the time is over; then closes the peer connection. */
export async function probeServer(
  { RTCPeerConnection, servers, wanted }: ServerProbe,
  { clock, signal, limitMs }: Limits,
): Promise<ProbeReport> {
  const errorCodes = new Set<number>();
  let hasAddress = false;
  let hasCandidate = false;
  let isComplete = false;
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
          hasAddress ||= candidate !== null;
          hasCandidate ||= candidate !== null && candidateFacts(candidate.candidate)['type'] === wanted;
          if (hasCandidate) resolve();
        }),
        listen(pc, 'icecandidateerror', ({ errorCode }: RTCPeerConnectionIceErrorEvent) => {
          errorCodes.add(errorCode);
        }),
        listen(pc, 'icegatheringstatechange', () => {
          isComplete ||= pc.iceGatheringState === 'complete';
          if (isComplete) resolve();
        }),
      ];
      pc.setLocalDescription().catch(reject);
      return () => offs.forEach((off) => off());
    });
  } finally {
    pc.close();
  }
  return { hasAddress, hasCandidate, errorCodes: [...errorCodes], isComplete };
}
