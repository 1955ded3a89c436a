/** @module Traces a peer connection: candidates, ICE, DTLS and the tried candidate pairs. */
import type { RelayedMessage } from '@longwire/protocol';
import { listen } from '../../events/listen.ts';
import type { Disposer } from '../../events/scope.ts';
import type { Trace, TraceFacts } from './trace.ts';

/** `foundation component protocol priority address port typ TYPE` (RFC 8839 section 5.1); the address is not captured. */
const CANDIDATE = /^(?:a=)?candidate:\S+ \S+ (udp|tcp) \S+ \S+ \S+ typ (host|srflx|prflx|relay)\b/iu;

/** The facts of a candidate that a trace may contain. */
export function candidateFacts(candidate: string): TraceFacts {
  const [, protocol = 'unknown', type = 'unknown'] = CANDIDATE.exec(candidate) ?? [];
  return { type: type.toLowerCase(), protocol: protocol.toLowerCase() };
}

/** Traces a message between the peers. */
export function traceMessage(trace: Trace, way: 'sent' | 'received', message: RelayedMessage): void {
  const { kind } = message;
  const facts =
    kind === 'candidate'
      ? candidateFacts(message.candidate.candidate)
      : kind === 'description'
        ? { type: message.description.type }
        : {};
  trace.mark(`${kind}-${way}`, facts);
}

/** Traces `pc`, the connection's `peer`th peer connection, until the returned function is called. */
export function tracePeer(pc: RTCPeerConnection, trace: Trace, peer = 1): Disposer {
  const note = (step: string, facts?: TraceFacts): void => trace.mark(step, { peer, ...facts });
  const offs = [
    listen(pc, 'icegatheringstatechange', () => note('gathering', { state: pc.iceGatheringState })),
    listen(pc, 'icecandidate', ({ candidate }: RTCPeerConnectionIceEvent) => {
      if (candidate !== null && candidate.candidate !== '')
        note('local-candidate', candidateFacts(candidate.candidate));
    }),
    listen(pc, 'icecandidateerror', ({ errorCode }: RTCPeerConnectionIceErrorEvent) =>
      note('candidate-error', { errorCode }),
    ),
    listen(pc, 'iceconnectionstatechange', () => {
      note('ice', { state: pc.iceConnectionState });
      void notePairs(pc, note);
    }),
    listen(pc, 'connectionstatechange', () => note('peer', { state: pc.connectionState })),
  ];
  return () => {
    for (const off of offs) off();
  };
}

/** Traces the current candidate pairs; a failed read is not repeated. */
async function notePairs(
  pc: RTCPeerConnection,
  note: (step: string, facts: TraceFacts) => void,
): Promise<void> {
  if (pc.iceConnectionState !== 'connected' && pc.iceConnectionState !== 'failed') return;
  const entries = new Map<string, object>();
  const report = await pc.getStats().catch(() => undefined);
  report?.forEach((entry: unknown, id: string) => {
    if (typeof entry === 'object' && entry !== null) entries.set(id, entry);
  });
  for (const entry of entries.values()) {
    if (field(entry, 'type') !== 'candidate-pair') continue;
    const [local, remote] = ['localCandidateId', 'remoteCandidateId'].map((key) =>
      entries.get(field(entry, key)),
    );
    note('pair', {
      local: field(local, 'candidateType'),
      remote: field(remote, 'candidateType'),
      protocol: field(local, 'protocol'),
      state: field(entry, 'state'),
      nominated: Reflect.get(entry, 'nominated') === true,
    });
  }
}

function field(entry: object | undefined, key: string): string {
  return entry === undefined ? 'unknown' : String(Reflect.get(entry, key) ?? 'unknown');
}
