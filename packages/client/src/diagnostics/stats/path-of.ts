/** @module Finds the selected candidate pair and classifies its network path. */
import { areNeighbours, isPrivateAddress } from './address-scope.ts';
import {
  CANDIDATE_TYPES,
  RELAY_PROTOCOLS,
  type CandidateType,
  type ConnectionPath,
  type RelayProtocol,
} from './connection-stats.ts';
import type { StatsEntries, StatsEntry } from './stats-entry.ts';

/** The selected pair: Chromium names it in its transport, Firefox marks it; otherwise the one with the most traffic. */
export function selectedPair(entries: StatsEntries): StatsEntry | undefined {
  for (const transport of entries.ofType('transport')) {
    const selected = entries.get(transport.text('selectedCandidatePairId'));
    if (selected?.type === 'candidate-pair') return selected;
  }
  const pairs = entries.ofType('candidate-pair');
  return (
    pairs.find((pair) => pair.isTrue('selected')) ??
    pairs
      .filter((pair) => pair.isTrue('nominated') && pair.text('state') === 'succeeded')
      .toSorted((one, other) => trafficOf(other) - trafficOf(one))[0]
  );
}

function trafficOf(pair: StatsEntry): number {
  return (pair.count('bytesSent') ?? 0) + (pair.count('bytesReceived') ?? 0);
}

/** The network path of a candidate pair. */
export function pathOf(entries: StatsEntries, pair: StatsEntry): ConnectionPath {
  const local = entries.get(pair.text('localCandidateId'));
  const remote = entries.get(pair.text('remoteCandidateId'));
  const localType = candidateType(local);
  const remoteType = candidateType(remote);
  const protocol = (local?.text('protocol') ?? remote?.text('protocol'))?.toLowerCase();
  const relayProtocol = relayProtocolOf(local);
  return {
    kind: kindOf(local, remote),
    ...(protocol === 'udp' || protocol === 'tcp' ? { protocol } : {}),
    ...(relayProtocol === undefined ? {} : { relayProtocol }),
    ...(localType === undefined ? {} : { localType }),
    ...(remoteType === undefined ? {} : { remoteType }),
  };
}

/** The type of a candidate; undefined if it is not a standard one. */
export function candidateType(candidate: StatsEntry | undefined): CandidateType | undefined {
  const type = candidate?.text('candidateType');
  return CANDIDATE_TYPES.find((candidateTypeName) => candidateTypeName === type);
}

/** How this browser reaches the relay of a candidate. */
export function relayProtocolOf(candidate: StatsEntry | undefined): RelayProtocol | undefined {
  const protocol = candidate?.text('relayProtocol')?.toLowerCase();
  return candidateType(candidate) === 'relay'
    ? RELAY_PROTOCOLS.find((relayProtocol) => relayProtocol === protocol)
    : undefined;
}

function kindOf(local: StatsEntry | undefined, remote: StatsEntry | undefined): ConnectionPath['kind'] {
  if (candidateType(local) === 'relay' || candidateType(remote) === 'relay') return 'relayed';
  const remoteAddress = addressOf(remote);
  // The address is hidden: assume that two host candidates that reach each other are in one network.
  if (remoteAddress === undefined) {
    return candidateType(local) === 'host' && candidateType(remote) === 'host' ? 'same-network' : 'direct';
  }
  if (isPrivateAddress(remoteAddress)) return 'same-network';
  const localAddress = addressOf(local);
  return localAddress !== undefined && areNeighbours(localAddress, remoteAddress) ? 'same-network' : 'direct';
}

function addressOf(candidate: StatsEntry | undefined): string | undefined {
  return candidate?.text('address') ?? candidate?.text('ip');
}
