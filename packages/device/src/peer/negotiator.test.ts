/** @module The impolite side: what it applies, ignores and sends, for each order of events. */
import type { Description, PeerSignalingState } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { Negotiator } from './negotiator.ts';

/** A peer connection that only keeps its signaling state, as the library does. */
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

test('an offer is settled, applied and answered', () => {
  const { log, receive } = setUp();
  expect(receive('offer')).toBe('applied');
  expect(log).toEqual(['settle', 'remote offer', 'local answer', 'send answer']);
});

test('an offer that is not pending once it is applied is refused, and nothing is answered', () => {
  const { log, receive } = setUp();
  expect(() => receive('offer', 'forgotten')).toThrow(expect.objectContaining({ code: 'ERR_NEGOTIATION' }));
  expect(log).toEqual(['settle', 'remote offer']);
});

test('its own offer, and the answer to it', () => {
  const { log, negotiator, receive } = setUp();
  negotiator.offer();
  expect(receive('answer')).toBe('applied');
  expect(log).toEqual(['local offer', 'send offer', 'remote answer', 'answered']);
});

test('glare: an offer that crosses its own is ignored, and its own stands', () => {
  const { log, negotiator, receive } = setUp();
  negotiator.offer();
  log.length = 0;
  expect(receive('offer')).toBe('ignored');
  expect(log).toEqual([]);
  expect(receive('answer')).toBe('applied');
});

test('an offer wanted during an exchange is made when that is over, once', () => {
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

test.each(['offer', 'answer'] as const)('a bad %s is thrown and changes nothing', (type) => {
  const { negotiator, receive } = setUp();
  if (type === 'answer') negotiator.offer();
  expect(() => receive(type, 'bad')).toThrow('not a description');
  expect(receive(type)).toBe('applied');
});

test('a stale answer, and anything after the end, is ignored', () => {
  const { receive, close } = setUp();
  expect(receive('answer')).toBe('ignored');
  close();
  expect(receive('offer')).toBe('ignored');
});
