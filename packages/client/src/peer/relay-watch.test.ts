/** @module Relay-only connections without a relay. */
import type { EdgeError } from '@longwire/protocol';
import { asPeerConnection, FakePeerConnection, FakeRtcNetwork } from '@longwire/testing';
import { expect, test } from 'vitest';
import { watchRelays } from './relay-watch.ts';

function rig(): { pc: FakePeerConnection; errors: string[]; stop: () => void } {
  const pc = new FakePeerConnection({ network: new FakeRtcNetwork({}), configuration: {}, id: 'a' });
  const errors: string[] = [];
  const stop = watchRelays(asPeerConnection(pc), ({ code, message }: EdgeError) =>
    errors.push(`${code} ${message}`),
  );
  return { pc, errors, stop };
}

test('gathering without a candidate is reported with the errors of the servers', () => {
  const { pc, errors } = rig();
  pc.fire('icecandidate', { candidate: { candidate: '' } });
  for (const errorCode of [401, 701, 401]) pc.fire('icecandidateerror', { errorCode });
  expect(errors).toEqual([]);
  pc.finishGathering();
  expect(errors).toEqual(['ERR_PEER_FAILED TURN servers provided no relay: error 401, 701']);
});

test('gathering without a candidate is reported even if no server reported an error', () => {
  const { pc, errors } = rig();
  pc.finishGathering();
  expect(errors).toEqual(['ERR_PEER_FAILED TURN servers provided no relay: no candidate']);
});

test('a single relay suffices, whatever errors other servers report', () => {
  const { pc, errors } = rig();
  pc.fire('icecandidateerror', { errorCode: 701 });
  pc.fire('icecandidate', { candidate: { candidate: 'candidate:1 1 udp 1 203.0.113.1 1 typ relay' } });
  pc.finishGathering();
  expect(errors).toEqual([]);
});

test('watchRelays leaves no listener behind', () => {
  const { pc, errors, stop } = rig();
  expect(pc.listenerCount).toBe(3);
  stop();
  pc.finishGathering();
  expect([errors, pc.listenerCount]).toEqual([[], 0]);
});
