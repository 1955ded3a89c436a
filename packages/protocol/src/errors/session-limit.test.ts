/** @module Reasons for refused and evicted sessions, each bound to its close code. */
import { expect, test } from 'vitest';
import { deviceFull, evicted, tokenUnchecked, tooManySessions } from '../signaling/close-reason.ts';
import { EdgeError } from './edge-error.ts';
import { wasEvicted, isDeviceFull, allowsOneConnection } from './session-limit.ts';
import { SignalingCloseError } from './signaling-close-error.ts';
import { isTokenUnchecked } from './token-unchecked.ts';

test.each([
  // as in docs/protocol/attachment.md
  [4001, deviceFull, 'full'],
  [1013, tooManySessions, 'full'],
  [4001, evicted, 'evicted'],
  // reasons of one code with another code
  [4002, deviceFull, 'neither'],
  [4006, deviceFull, 'neither'],
  [1013, deviceFull, 'neither'],
  [4001, tooManySessions, 'neither'],
  [1000, evicted, 'neither'],
  [1013, evicted, 'neither'],
  // the codes with other reasons
  [4001, '', 'neither'],
  [4001, 'no', 'neither'],
  [1013, 'too many logins of this network', 'neither'],
])('close %i "%s" means: %s', (closeCode, reason, meaning) => {
  const error = SignalingCloseError.fromCloseCode(closeCode, reason);
  expect([isDeviceFull(error), wasEvicted(error)]).toEqual([meaning === 'full', meaning === 'evicted']);
});

test.each([undefined, new Error(deviceFull), new EdgeError('ERR_SIGNALING_DENIED', deviceFull)])(
  'an error that is no close of signaling is neither full nor evicted: %s',
  (error) => expect([isDeviceFull(error), wasEvicted(error)]).toEqual([false, false]),
);

test.each([
  // deployed devices send 4001 without a reason
  [4001, '', true],
  [4001, deviceFull, true],
  [4001, evicted, true],
  [1013, tooManySessions, true],
  // closing another session does not help
  [1013, '', false],
  [1013, 'too many logins of this network', false],
  [1013, 'other nodes are out of reach', false],
  [4003, tooManySessions, false],
])('close %i "%s": closing another session of the client may help: %s', (closeCode, reason, makesPlace) => {
  expect(allowsOneConnection(SignalingCloseError.fromCloseCode(closeCode, reason))).toBe(makesPlace);
});

test.each([
  [1011, tokenUnchecked, true],
  [1011, '', false],
  [1011, 'service internal error', false],
  [4002, tokenUnchecked, false],
])('close %i "%s" means that the token could not be checked: %s', (closeCode, reason, isUnchecked) => {
  expect(isTokenUnchecked(SignalingCloseError.fromCloseCode(closeCode, reason))).toBe(isUnchecked);
});
