/** @module After a first offer by the peer, its delayed candidates are sent as soon as the answer is applied, whatever follows. */
import { silentLogger, type Description } from '@longwire/protocol';
import { afterEach, expect, test } from 'vitest';
import { createNativePeer } from './create-native-peer.ts';
import type { CreateNativePeer } from './native-peer.ts';
import { Peer } from './peer.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

const parts = { name: 'test', iceServers: [], logger: silentLogger, bindAddress: undefined };

/** A peer that has sent an offer to a client with trickle ICE and has gathered a candidate; records what the peer sends. */
async function offered(handleAnswer: () => void) {
  const found = Promise.withResolvers<void>();
  const createNative: CreateNativePeer = (options) => {
    const native = createNativePeer(options);
    const listen = native.onLocalCandidate.bind(native);
    const value: typeof listen = (listener) =>
      listen((candidate, mid) => {
        listener(candidate, mid);
        found.resolve();
      });
    Object.defineProperty(native, 'onLocalCandidate', { value });
    return native;
  };
  const peer = new Peer({ ...parts, handleOffer: () => undefined, handleAnswer, createNative });
  const client = createNativePeer(parts);
  cleanUps.push(
    () => peer.close(),
    () => client.close(),
  );
  const offers: Description[] = [];
  const sent: string[] = [];
  peer.on('description', (description) => {
    offers.push(description);
    sent.push(description.sdp.includes('a=candidate:') ? 'offer with candidates' : 'offer');
  });
  peer.on('candidate', () => sent.includes('candidate') || sent.push('candidate'));
  peer.outgoing.handleTrickle();
  peer.offer();
  await found.promise;
  const answer = (): void => {
    client.setRemoteDescription(offers[0]?.sdp ?? '', 'offer');
    client.setLocalDescription('answer');
    peer.handleDescription({ type: 'answer', sdp: client.localDescription()?.sdp ?? '' });
  };
  return { peer, sent, answer };
}

test('sends an offer that waited for the answer after the delayed candidates, and with candidates inside', async () => {
  const { peer, sent, answer } = await offered(() => undefined);
  peer.offer();
  expect(sent).toEqual(['offer']);
  answer();
  expect(sent).toEqual(['offer', 'candidate', 'offer with candidates']);
});

test('sends the delayed candidates even if the application rejects the answer', async () => {
  const { sent, answer } = await offered(() => {
    throw new Error('of no use');
  });
  answer();
  expect(sent).toEqual(['offer', 'candidate']);
});
