/** @module Tries one ICE server with a peer connection of its own. */
import { listen } from '../../events/listen.ts';
import { waitFor } from '../../time/abort.ts';
import { candidateFacts } from '../trace/trace-peer.ts';

/** What is tried. */
export interface ServerProbe {
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  readonly servers: readonly RTCIceServer[];
  /** The kind of candidate that is waited for; gathering goes on until it is there. */
  readonly wanted: 'host' | 'srflx' | 'relay';
}

/** What came of it. */
export interface ProbeResult {
  readonly hasCandidate: boolean;
  /** What servers or the browser said against it: 401 for credentials, 701 for no answer. */
  readonly errorCodes: readonly number[];
  /** Gathering ended by itself, and not because its time was over. */
  readonly isComplete: boolean;
}

/** Gathers until the wanted candidate is there, all is gathered, or the signal ends it; closes what it opened. */
export async function probeServer(
  { RTCPeerConnection, servers, wanted }: ServerProbe,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const errorCodes = new Set<number>();
  let hasCandidate = false;
  let isComplete = false;
  const pc = new RTCPeerConnection({
    iceServers: [...servers],
    iceTransportPolicy: wanted === 'relay' ? 'relay' : 'all',
  });
  try {
    const gathered = waitFor<void>(signal, ({ resolve }) => {
      const offs = [
        listen(pc, 'icecandidate', ({ candidate }: RTCPeerConnectionIceEvent) => {
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
      return () => offs.forEach((off) => off());
    });
    pc.createDataChannel('diagnose');
    await Promise.all([gathered, pc.setLocalDescription()]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    pc.close();
  }
  return { hasCandidate, errorCodes: [...errorCodes], isComplete };
}
