/** @module Where the peer offers first, what it held back goes as soon as the answer is applied, whatever comes behind that. */
import { silentLogger, type Description } from '@longwire/protocol';
import { afterEach, expect, test } from 'vitest';
import { createNativePeer, type CreateNativePeer } from './native-peer.ts';
import { Peer } from './peer.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

const parts = { name: 'test', iceServers: [], logger: silentLogger, bindAddress: undefined };

/** A peer that has offered to a client that takes single candidates, and has found one of its own; what it says, and how the client answers. */
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
  const said: string[] = [];
  peer.on('description', (description) => {
    offers.push(description);
    said.push(description.sdp.includes('a=candidate:') ? 'offer with candidates' : 'offer');
  });
  peer.on('candidate', () => said.includes('candidate') || said.push('candidate'));
  peer.handleTrickle();
  peer.offer();
  await found.promise;
  const answer = (): void => {
    client.setRemoteDescription(offers[0]?.sdp ?? '', 'offer');
    client.setLocalDescription('answer');
    peer.handleDescription({ type: 'answer', sdp: client.localDescription()?.sdp ?? '' });
  };
  return { peer, said, answer };
}

test('an offer that waited for the answer has candidates inside, and goes after the first one’s', async () => {
  const { peer, said, answer } = await offered(() => undefined);
  peer.offer();
  expect(said).toEqual(['offer']);
  answer();
  expect(said).toEqual(['offer', 'candidate', 'offer with candidates']);
});

test('an answer that the application cannot use was applied all the same', async () => {
  const { said, answer } = await offered(() => {
    throw new Error('of no use');
  });
  answer();
  expect(said).toEqual(['offer', 'candidate']);
});
