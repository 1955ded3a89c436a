/** @module Answers that say more than was offered. */
import { expect, test } from 'vitest';
import { fitAnswer } from './fit-answer.ts';

const sdp = (...lines: readonly string[]): string => [...lines, ''].join('\r\n');

function audio(mid: string, direction?: string): string[] {
  const line = direction === undefined ? [] : [`a=${direction}`];
  return ['m=audio 9 UDP/TLS/RTP/SAVPF 111', 'c=IN IP4 0.0.0.0', `a=mid:${mid}`, ...line, 'a=rtcp-mux'];
}

test.each([
  ['sendrecv', 'sendrecv', 'sendrecv'],
  ['sendrecv', 'recvonly', 'recvonly'],
  ['recvonly', 'sendrecv', 'sendonly'],
  ['recvonly', 'recvonly', 'inactive'],
  ['recvonly', 'sendonly', 'sendonly'],
  ['sendonly', 'sendrecv', 'recvonly'],
  ['sendonly', 'sendonly', 'inactive'],
  ['inactive', 'sendrecv', 'inactive'],
  ['inactive', 'inactive', 'inactive'],
])('offered %s, answered %s: taken as %s', (offered, answered, taken) => {
  const fitted = fitAnswer(sdp('v=0', ...audio('a', offered)), sdp('v=0', ...audio('a', answered)));
  expect(fitted).toBe(sdp('v=0', ...audio('a', taken)));
});

test('fitAnswer matches lines by mid and leaves other lines unchanged', () => {
  const application = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0', 'a=sendrecv'];
  const offer = sdp('v=0', ...application, ...audio('device-1', 'recvonly'), ...audio('1', 'sendrecv'));
  const answer = sdp('v=0', ...application, ...audio('device-1', 'sendrecv'), ...audio('1', 'sendrecv'));
  const fitted = sdp('v=0', ...application, ...audio('device-1', 'sendonly'), ...audio('1', 'sendrecv'));
  expect(fitAnswer(offer, answer)).toBe(fitted);
});

test('fitAnswer treats a line without a direction as sendrecv and adds the fitting one', () => {
  const fitted = fitAnswer(sdp('v=0', ...audio('a', 'sendonly')), sdp('v=0', ...audio('a')));
  expect(fitted).toBe(sdp('v=0', ...audio('a'), 'a=recvonly'));
});

test.each(['', 'no description', sdp('v=0', ...audio('unknown', 'sendrecv'))])(
  'an answer to something else stays as it is: %j',
  (answer) => {
    expect(fitAnswer(sdp('v=0', ...audio('a', 'inactive')), answer)).toBe(answer);
  },
);
