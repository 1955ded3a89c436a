/** @module The words that tell why there is no place, each bound to its close code. */
import { expect, test } from 'vitest';
import { deviceFull, gaveWay, tokenUnchecked, tooManySessions } from '../signaling/close-reason.ts';
import { EdgeError } from './edge-error.ts';
import { hasGivenWay, isDeviceFull, takesNoSecond } from './lost-place.ts';
import { SignalingCloseError } from './signaling-close-error.ts';
import { isTokenUnchecked } from './token-unchecked.ts';

test.each([
  // what is meant: docs/protocol/attachment.md
  [4001, deviceFull, 'full'],
  [1013, tooManySessions, 'full'],
  [4001, gaveWay, 'gave way'],
  // the words of one code with another
  [4002, deviceFull, 'neither'],
  [4006, deviceFull, 'neither'],
  [1013, deviceFull, 'neither'],
  [4001, tooManySessions, 'neither'],
  [1000, gaveWay, 'neither'],
  [1013, gaveWay, 'neither'],
  // the codes with other words
  [4001, '', 'neither'],
  [4001, 'no', 'neither'],
  [1013, 'too many logins of this network', 'neither'],
])('%i "%s": %s', (closeCode, reason, meaning) => {
  const error = SignalingCloseError.fromCloseCode(closeCode, reason);
  expect([isDeviceFull(error), hasGivenWay(error)]).toEqual([meaning === 'full', meaning === 'gave way']);
});

test.each([undefined, new Error(deviceFull), new EdgeError('ERR_SIGNALING_DENIED', deviceFull)])(
  'what is no close of signaling says neither: %s',
  (error) => expect([isDeviceFull(error), hasGivenWay(error)]).toEqual([false, false]),
);

test.each([
  // 4001 has no words in the field
  [4001, '', true],
  [4001, deviceFull, true],
  [4001, gaveWay, true],
  [1013, tooManySessions, true],
  // nobody's leaving changes it
  [1013, '', false],
  [1013, 'too many logins of this network', false],
  [1013, 'other nodes are out of reach', false],
  [4003, tooManySessions, false],
])('%i "%s": leaving makes a place: %s', (closeCode, reason, makesPlace) => {
  expect(takesNoSecond(SignalingCloseError.fromCloseCode(closeCode, reason))).toBe(makesPlace);
});

test.each([
  [1011, tokenUnchecked, true],
  [1011, '', false],
  [1011, 'service internal error', false],
  [4002, tokenUnchecked, false],
])('%i "%s": the token could not be checked: %s', (closeCode, reason, isUnchecked) => {
  expect(isTokenUnchecked(SignalingCloseError.fromCloseCode(closeCode, reason))).toBe(isUnchecked);
});
