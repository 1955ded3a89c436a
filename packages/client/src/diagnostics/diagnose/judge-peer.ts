/** @module Judges a peer connection and its candidate pairs. */
import { CloseCode, EdgeError, SignalingCloseError } from '@longwire/protocol/base';
import type { ConnectionPath } from '../stats/connection-stats.ts';
import { bad, good, skipped, type FindingFact, type Verdict } from './finding.ts';
import { judgeClose } from './judge-service.ts';
import type { PairOutcome, PeerResult } from './peer-recorder.ts';

/** The result of connecting. */
export interface PeerEvidence {
  /** The connect error; undefined on success. */
  readonly error: unknown;
  readonly result: PeerResult | undefined;
  readonly isRelayOffered: boolean;
}

const PATHS = {
  'same-network': 'in the same network',
  direct: 'directly',
  relayed: 'through a relay',
} as const;

function wordsOf({ kind, protocol, relayProtocol }: ConnectionPath): string {
  const over = relayProtocol ?? protocol;
  return over === undefined ? PATHS[kind] : `${PATHS[kind]}, over ${over.toUpperCase()}`;
}

function factsOf(pairs: readonly PairOutcome[]): FindingFact[] {
  return pairs.map((pair) => ({ ...pair }));
}

/** The verdicts on the pairs, DTLS and the channel. */
export function judgePeer(evidence: PeerEvidence): Verdict[] {
  return [judgePairs(evidence), judgeDtls(evidence), judgeChannel(evidence)];
}

function isIceConnected({ error, result }: PeerEvidence): boolean {
  return error === undefined || result?.wasIceConnected === true || result?.dtlsState === 'connected';
}

function judgePairs(evidence: PeerEvidence): Verdict {
  const { error, result, isRelayOffered } = evidence;
  const pairs = result?.pairs ?? [];
  const facts = { pairs: factsOf(pairs) };
  if (isIceConnected(evidence)) {
    const path = result?.path;
    if (path === undefined) return good('pairs', 'a network path was found', facts);
    return good('pairs', `a network path was found: ${wordsOf(path)}`, { ...facts, path: { ...path } });
  }
  if (error instanceof SignalingCloseError && !isGivenUp(error, pairs))
    return { ...judgeClose(error), step: 'pairs' };
  const tried =
    pairs.length === 0
      ? 'one side offered no address to try'
      : `${pairs.length} pairs of addresses were tried, and none answered`;
  return bad('pairs', {
    code: 'no-path',
    text: `no network path to the device: ${tried}`,
    todo: isRelayOffered
      ? "try another network; a relay was offered: see above whether it works from here, and 'longwire-device doctor' whether it does from the device"
      : 'try another network; if it never works, the service needs a relay',
    facts: { ...facts, error: codeOf(error) },
  });
}

/** Whether the device closed the session only because no pair worked. */
function isGivenUp({ closeCode }: SignalingCloseError, pairs: readonly PairOutcome[]): boolean {
  return closeCode === CloseCode.deviceClosed && pairs.length > 0;
}

function judgeDtls(evidence: PeerEvidence): Verdict {
  if (!isIceConnected(evidence)) return skipped('dtls', 'there is no network path to the device');
  const { error, result } = evidence;
  if (error === undefined || result?.dtlsState === 'connected')
    return good('dtls', 'the connection is encrypted');
  return bad('dtls', {
    code: 'dtls-failed',
    text: `the encrypted connection could not be established (${result?.dtlsState ?? 'unknown'}): the other side does not have the announced certificate, or packets are lost`,
    todo: 'try again; if it keeps failing, do not go on: there may be a man in the middle',
    facts: { error: codeOf(error) },
  });
}

function judgeChannel(evidence: PeerEvidence): Verdict {
  const { error, result } = evidence;
  if (error === undefined) return good('channel', 'the device accepts requests');
  if (!isIceConnected(evidence) || result?.dtlsState !== 'connected')
    return skipped('channel', 'there is no encrypted connection to the device');
  return bad('channel', {
    code: 'channel-failed',
    text: 'the channel for requests did not open',
    todo: 'try again; if it keeps failing, restart the device and read its log',
    facts: { error: codeOf(error) },
  });
}

/** The error code, as listed in docs/errors.md. */
export function codeOf(error: unknown): string {
  return error instanceof EdgeError ? error.code : 'unknown';
}
