/** @module What became of a peer connection, and of each pair of candidates. */
import { CloseCode, EdgeError, SignalingCloseError } from '@longwire/protocol/base';
import type { ConnectionPath } from '../stats/connection-stats.ts';
import { bad, good, skipped, type FindingFact, type Verdict } from './finding.ts';
import { judgeClose } from './judge-service.ts';
import type { PairFate, PeerStory } from './peer-witness.ts';

/** How connecting went. */
export interface PeerEvidence {
  /** Why it did not connect; undefined where it did. */
  readonly error: unknown;
  readonly story: PeerStory | undefined;
  readonly isRelayOffered: boolean;
}

const WAYS = {
  'same-network': 'in the same network',
  direct: 'directly',
  relayed: 'through a relay',
} as const;

function wordsOf({ kind, protocol, relayProtocol }: ConnectionPath): string {
  const over = relayProtocol ?? protocol;
  return over === undefined ? WAYS[kind] : `${WAYS[kind]}, over ${over.toUpperCase()}`;
}

function factsOf(pairs: readonly PairFate[]): FindingFact[] {
  return pairs.map((pair) => ({ ...pair }));
}

/** The verdicts on the pairs, DTLS and the channel. */
export function judgePeer(evidence: PeerEvidence): Verdict[] {
  return [judgePairs(evidence), judgeDtls(evidence), judgeChannel(evidence)];
}

function isThrough({ error, story }: PeerEvidence): boolean {
  return error === undefined || story?.wasIceConnected === true || story?.dtlsState === 'connected';
}

function judgePairs(evidence: PeerEvidence): Verdict {
  const { error, story, isRelayOffered } = evidence;
  const pairs = story?.pairs ?? [];
  const facts = { pairs: factsOf(pairs) };
  if (isThrough(evidence)) {
    const path = story?.path;
    if (path === undefined) return good('pairs', 'a way was found', facts);
    return good('pairs', `a way was found: ${wordsOf(path)}`, { ...facts, path: { ...path } });
  }
  if (error instanceof SignalingCloseError && !isGivenUp(error, pairs))
    return { ...judgeClose(error), step: 'pairs' };
  const tried =
    pairs.length === 0
      ? 'nothing of the other side was there to be tried'
      : `${pairs.length} pairs of addresses were tried, and none answered`;
  return bad('pairs', {
    code: 'no-path',
    text: `no way through the networks in between: ${tried}`,
    todo: isRelayOffered
      ? "try another network; a relay was offered: see above whether it works from here, and 'longwire-device doctor' whether it does from the device"
      : 'try another network; if it never works, the service needs a relay',
    facts: { ...facts, error: codeOf(error) },
  });
}

/** A device that has tried all pairs in vain ends the session: that is no reason of its own. */
function isGivenUp({ closeCode }: SignalingCloseError, pairs: readonly PairFate[]): boolean {
  return closeCode === CloseCode.deviceClosed && pairs.length > 0;
}

function judgeDtls(evidence: PeerEvidence): Verdict {
  if (!isThrough(evidence)) return skipped('dtls', 'there is no way to the device');
  const { error, story } = evidence;
  if (error === undefined || story?.dtlsState === 'connected')
    return good('dtls', 'the connection is encrypted');
  return bad('dtls', {
    code: 'dtls-failed',
    text: `the encrypted connection was not made (${story?.dtlsState ?? 'unknown'}): who answers has not the certificate that was announced, or packets are lost`,
    todo: 'try again; if it stays, do not go on: somebody may stand in the middle',
    facts: { error: codeOf(error) },
  });
}

function judgeChannel(evidence: PeerEvidence): Verdict {
  const { error, story } = evidence;
  if (error === undefined) return good('channel', 'the device takes requests');
  if (!isThrough(evidence) || story?.dtlsState !== 'connected')
    return skipped('channel', 'there is no encrypted connection to the device');
  return bad('channel', {
    code: 'channel-failed',
    text: 'the channel for requests did not open',
    todo: 'try again; if it stays, restart the device and read its log',
    facts: { error: codeOf(error) },
  });
}

/** What a program can look up in docs/errors.md. */
export function codeOf(error: unknown): string {
  return error instanceof EdgeError ? error.code : 'unknown';
}
