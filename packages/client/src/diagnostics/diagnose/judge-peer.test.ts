/** @module Verdicts on a peer connection. */
import { EdgeError, SignalingCloseError } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { judgePeer, type PeerEvidence } from './judge-peer.ts';
import type { PeerResult } from './peer-recorder.ts';

const pair = {
  local: 'host udp',
  remote: 'host udp',
  state: 'failed',
  isNominated: false,
  requestsSent: 9,
  responsesReceived: 0,
};
const nothing: PeerResult = { wasIceConnected: false, dtlsState: undefined, path: undefined, pairs: [] };
const tried: PeerResult = { ...nothing, dtlsState: 'new', pairs: [pair] };
const through: PeerResult = { ...tried, wasIceConnected: true, dtlsState: 'connecting' };
const encrypted: PeerResult = { ...through, dtlsState: 'connected' };
const lost = new EdgeError('ERR_PEER_FAILED', 'ICE expected connected, got failed');
const ended = SignalingCloseError.fromCloseCode(1000);
const denied = SignalingCloseError.fromCloseCode(4001);

const rows: readonly [string, Pick<PeerEvidence, 'error' | 'result'>, string][] = [
  ['connected', { error: undefined, result: encrypted }, 'ok ok ok'],
  ['no pair works', { error: lost, result: tried }, 'no-path - -'],
  ['no peer connection was made', { error: lost, result: undefined }, 'no-path - -'],
  ['the device has tried in vain and ends the session', { error: ended, result: tried }, 'no-path - -'],
  [
    'the device ends the session before anything was tried',
    { error: ended, result: nothing },
    'device-closed - -',
  ],
  ['the device refuses late', { error: denied, result: tried }, 'device-refuses - -'],
  ['DTLS is not done', { error: lost, result: through }, 'ok dtls-failed -'],
  ['the channel does not open', { error: lost, result: encrypted }, 'ok ok channel-failed'],
];

test.each(rows)('verdicts on a peer connection: %s', (_name, evidence, expected) => {
  const verdicts = judgePeer({ ...evidence, isRelayOffered: true });
  expect(verdicts.map(({ step }) => step)).toEqual(['pairs', 'dtls', 'channel']);
  expect(verdicts.map(({ kind, code }) => (kind === 'skipped' ? '-' : code)).join(' ')).toBe(expected);
});

test('without a pair either side may be the one that has no address, so neither is blamed', () => {
  const [pairs] = judgePeer({ error: lost, result: nothing, isRelayOffered: true });
  expect(pairs?.text).toBe('no network path to the device: one side offered no address to try');
});

test('advises a relay if none is offered', () => {
  const [pairs] = judgePeer({ error: lost, result: tried, isRelayOffered: false });
  expect(pairs?.todo).toContain('the service needs a relay');
  expect(pairs?.facts).toEqual({ pairs: [pair], error: 'ERR_PEER_FAILED' });
});
