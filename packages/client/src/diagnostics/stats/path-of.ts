/** @module The pair of candidates that is in use, and what kind of way it is. */
import { areNeighbours, isPrivateAddress } from './address-scope.ts';
import {
  CANDIDATE_TYPES,
  RELAY_PROTOCOLS,
  type CandidateType,
  type ConnectionPath,
  type RelayProtocol,
} from './connection-stats.ts';
import type { StatsEntries, StatsEntry } from './stats-entry.ts';

/** The pair in use: Chromium names it in its transport, Firefox marks it; else the one that has carried most. */
export function selectedPair(entries: StatsEntries): StatsEntry | undefined {
  for (const transport of entries.ofType('transport')) {
    const named = entries.get(transport.text('selectedCandidatePairId'));
    if (named?.type === 'candidate-pair') return named;
  }
  const pairs = entries.ofType('candidate-pair');
  return (
    pairs.find((pair) => pair.isTrue('selected')) ??
    pairs
      .filter((pair) => pair.isTrue('nominated') && pair.text('state') === 'succeeded')
      .toSorted((one, other) => carried(other) - carried(one))[0]
  );
}

function carried(pair: StatsEntry): number {
  return (pair.count('bytesSent') ?? 0) + (pair.count('bytesReceived') ?? 0);
}

/** What kind of way a pair is. */
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

/** The type of a candidate, where it is one that is known. */
export function candidateType(candidate: StatsEntry | undefined): CandidateType | undefined {
  const type = candidate?.text('candidateType');
  return CANDIDATE_TYPES.find((known) => known === type);
}

/** How this browser reaches the relay of a candidate. */
export function relayProtocolOf(candidate: StatsEntry | undefined): RelayProtocol | undefined {
  const protocol = candidate?.text('relayProtocol')?.toLowerCase();
  return candidateType(candidate) === 'relay'
    ? RELAY_PROTOCOLS.find((known) => known === protocol)
    : undefined;
}

function kindOf(local: StatsEntry | undefined, remote: StatsEntry | undefined): ConnectionPath['kind'] {
  if (candidateType(local) === 'relay' || candidateType(remote) === 'relay') return 'relayed';
  const remoteAddress = addressOf(remote);
  // Not said: two host addresses that reach each other are taken for neighbours.
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
