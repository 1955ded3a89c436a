/** @module The networks in between: each server by a peer connection of its own, all kinds at the same time. */
import type { IceServer } from '@longwire/protocol';
import type { DiagnosisTerms } from './diagnose-options.ts';
import type { Verdict } from './finding.ts';
import { judgeProbes, judgeUdp, SERVER_KINDS, serversOf, type ServerKind } from './judge-network.ts';
import { probeServer, type ProbeResult } from './probe-server.ts';
import { within, type Limits } from './within.ts';

const NOTHING: ProbeResult = { hasCandidate: false, errorCodes: [], isComplete: false };
/** What a browser that refuses a server outright stands for. */
const REFUSED: ProbeResult = { hasCandidate: false, errorCodes: [0], isComplete: false };

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
    const result = await within(limits, async (signal) => {
      // What was gathered by the end of the time counts as well.
      return await probeServer({ RTCPeerConnection, servers: one, wanted }, signal);
    }).catch((error: unknown) => {
      if (limits.signal?.aborted) throw error;
      return REFUSED;
    });
    return result ?? NOTHING;
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
