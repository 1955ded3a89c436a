/** @module What became of a peer connection, in verdicts. */
import { EdgeError, SignalingCloseError } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { judgePeer, type PeerEvidence } from './judge-peer.ts';
import type { PeerStory } from './peer-witness.ts';

const pair = {
  local: 'host udp',
  remote: 'host udp',
  state: 'failed',
  isNominated: false,
  requestsSent: 9,
  responsesReceived: 0,
};
const nothing: PeerStory = { wasIceConnected: false, dtlsState: undefined, path: undefined, pairs: [] };
const tried: PeerStory = { ...nothing, dtlsState: 'new', pairs: [pair] };
const through: PeerStory = { ...tried, wasIceConnected: true, dtlsState: 'connecting' };
const encrypted: PeerStory = { ...through, dtlsState: 'connected' };
const lost = new EdgeError('ERR_PEER_FAILED', 'ICE expected connected, got failed');
const ended = SignalingCloseError.fromCloseCode(1000);
const denied = SignalingCloseError.fromCloseCode(4001);

const rows: readonly [string, Pick<PeerEvidence, 'error' | 'story'>, string][] = [
  ['connected', { error: undefined, story: encrypted }, 'ok ok ok'],
  ['no pair works', { error: lost, story: tried }, 'no-path - -'],
  ['no peer connection was made', { error: lost, story: undefined }, 'no-path - -'],
  ['the device has tried in vain and ends the session', { error: ended, story: tried }, 'no-path - -'],
  [
    'the device ends the session before anything was tried',
    { error: ended, story: nothing },
    'device-closed - -',
  ],
  ['the device refuses late', { error: denied, story: tried }, 'device-refuses - -'],
  ['DTLS is not done', { error: lost, story: through }, 'ok dtls-failed -'],
  ['the channel does not open', { error: lost, story: encrypted }, 'ok ok channel-failed'],
];

test.each(rows)('%s', (_name, evidence, expected) => {
  const verdicts = judgePeer({ ...evidence, isRelayOffered: true });
  expect(verdicts.map(({ step }) => step)).toEqual(['pairs', 'dtls', 'channel']);
  expect(verdicts.map(({ kind, code }) => (kind === 'skipped' ? '-' : code)).join(' ')).toBe(expected);
});

test('a relay that is not offered is what to do about it', () => {
  const [pairs] = judgePeer({ error: lost, story: tried, isRelayOffered: false });
  expect(pairs?.todo).toContain('the service needs a relay');
  expect(pairs?.facts).toEqual({ pairs: [pair], error: 'ERR_PEER_FAILED' });
});
