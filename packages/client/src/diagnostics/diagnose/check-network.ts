/** @module Checks the networks in between: probes each server with a separate peer connection, all kinds at the same time. */
import type { IceServer } from '@longwire/protocol';
import type { DiagnosisTerms } from './diagnose-options.ts';
import type { Verdict } from './finding.ts';
import { judgeProbes, judgeUdp, SERVER_KINDS, serversOf, type ServerKind } from './judge-network.ts';
import { probeServer, type ProbeResult } from './probe-server.ts';
import type { Limits } from './with-timeout.ts';

/** The result for a server that the browser refuses outright. */
const REFUSED: ProbeResult = { hasCandidate: false, errorCodes: [0], isComplete: false, isAsked: true };

/** Tries UDP, STUN and the relays. */
export async function* checkNetwork(
  { resolved: { RTCPeerConnection } }: DiagnosisTerms,
  servers: readonly IceServer[],
  limits: Limits,
): AsyncGenerator<Verdict, void, undefined> {
  const probe = async (
    wanted: 'host' | 'srflx' | 'relay',
    one: readonly IceServer[],
  ): Promise<ProbeResult> => {
    try {
      return await probeServer({ RTCPeerConnection, servers: one, wanted }, limits);
    } catch (error) {
      if (limits.signal?.aborted) throw error;
      return REFUSED;
    }
  };
  const probeAll = async (kind: ServerKind): Promise<readonly ProbeResult[]> =>
    await Promise.all(
      serversOf(kind, servers).map(
        async (server) => await probe(kind === 'stun' ? 'srflx' : 'relay', [server]),
      ),
    );
  const [own, stun, udp, tcp, tls] = await Promise.all([
    probe('host', []),
    probeAll('stun'),
    probeAll('turn-udp'),
    probeAll('turn-tcp'),
    probeAll('turn-tls'),
  ]);
  const probes = { stun, 'turn-udp': udp, 'turn-tcp': tcp, 'turn-tls': tls };
  yield judgeUdp({ own, probes });
  for (const kind of SERVER_KINDS) yield judgeProbes(kind, probes[kind]);
}
