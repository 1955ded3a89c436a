/** @module The impolite side: what it applies, ignores and sends, for each order of events. */
import type { Description, PeerSignalingState } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { Negotiator } from './negotiator.ts';

/** A fake peer connection that has only a signaling state, as the library implements it. */
function setUp() {
  const log: string[] = [];
  let state: PeerSignalingState = 'stable';
  let local: Description | undefined;
  const negotiator = new Negotiator<Description>(
    {
      signalingState: () => state,
      setLocalDescription: (type) => {
        log.push(`local ${type}`);
        local = { type, sdp: '' };
        state = type === 'offer' ? 'have-local-offer' : 'stable';
      },
      setRemoteDescription: ({ type, sdp }) => {
        if (sdp === 'bad') throw new Error('not a description');
        log.push(`remote ${type}`);
        state = type === 'offer' && sdp !== 'forgotten' ? 'have-remote-offer' : 'stable';
      },
      localDescription: () => local,
    },
    {
      handleOffer: () => log.push('settle'),
      handleAnswer: () => log.push('answered'),
      send: ({ type }) => log.push(`send ${type}`),
    },
  );
  const receive = (type: Description['type'], sdp = ''): unknown =>
    negotiator.handleDescription({ type, sdp });
  return { log, negotiator, receive, close: () => (state = 'closed') };
}

test('calls handleOffer, applies the offer, then sends an answer', () => {
  const { log, receive } = setUp();
  expect(receive('offer')).toBe('applied');
  expect(log).toEqual(['settle', 'remote offer', 'local answer', 'send answer']);
});

test('rejects an offer that the library has not kept, and sends no answer', () => {
  const { log, receive } = setUp();
  expect(() => receive('offer', 'forgotten')).toThrow(expect.objectContaining({ code: 'ERR_NEGOTIATION' }));
  expect(log).toEqual(['settle', 'remote offer']);
});

test('sends its own offer and applies the answer to it', () => {
  const { log, negotiator, receive } = setUp();
  negotiator.offer();
  expect(receive('answer')).toBe('applied');
  expect(log).toEqual(['local offer', 'send offer', 'remote answer', 'answered']);
});

test('glare: ignores an offer that collides with its own, which stays pending', () => {
  const { log, negotiator, receive } = setUp();
  negotiator.offer();
  log.length = 0;
  expect(receive('offer')).toBe('ignored');
  expect(log).toEqual([]);
  expect(receive('answer')).toBe('applied');
});

test('sends one offer after the current exchange, however often it was requested', () => {
  const { log, negotiator, receive } = setUp();
  negotiator.offer();
  negotiator.offer();
  negotiator.offer();
  expect(log).toEqual(['local offer', 'send offer']);
  receive('answer');
  expect(log.filter((entry) => entry === 'send offer')).toHaveLength(2);
  receive('answer');
  expect(log.filter((entry) => entry === 'send offer')).toHaveLength(2);
});

test.each(['offer', 'answer'] as const)('throws for an invalid %s and keeps its state', (type) => {
  const { negotiator, receive } = setUp();
  if (type === 'answer') negotiator.offer();
  expect(() => receive(type, 'bad')).toThrow('not a description');
  expect(receive(type)).toBe('applied');
});

test('ignores a stale answer, and any description after the connection has closed', () => {
  const { receive, close } = setUp();
  expect(receive('answer')).toBe('ignored');
  close();
  expect(receive('offer')).toBe('ignored');
});
