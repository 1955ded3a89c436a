/** @module The client starts DTLS, unless it has left that to the device before. */
import { expect, test } from 'vitest';
import { DtlsRoles } from './dtls-roles.ts';

const sdp = (setup: string): string => `v=0\r\na=setup:${setup}\r\nm=application 9 UDP/DTLS/SCTP x\r\n`;

test('turns an offer’s actpass into active, so that the client starts DTLS', () => {
  const roles = new DtlsRoles([{ urls: ['stun:stun.example'] }]);
  expect(roles.rewriteSetup(sdp('actpass'), 'offer')).toBe(sdp('active'));
  expect(roles.rewriteSetup(sdp('passive'), 'offer')).toBe(sdp('passive'));
});

test('keeps the device active after a client has answered passive', () => {
  const roles = new DtlsRoles([{ urls: ['stun:stun.example'] }]);
  expect(roles.rewriteSetup(sdp('passive'), 'answer')).toBe(sdp('passive'));
  expect(roles.rewriteSetup(sdp('actpass'), 'offer')).toBe(sdp('actpass'));
});

test('keeps the client active after it has answered active', () => {
  const roles = new DtlsRoles([{ urls: ['stun:stun.example'] }]);
  expect(roles.rewriteSetup(sdp('active'), 'answer')).toBe(sdp('active'));
  expect(roles.rewriteSetup(sdp('actpass'), 'offer')).toBe(sdp('active'));
});

test('leaves the start to a device with a relay', () => {
  const roles = new DtlsRoles([{ urls: ['stun:stun.example', 'turn:turn.example'] }]);
  expect(roles.rewriteSetup(sdp('actpass'), 'offer')).toBe(sdp('actpass'));
});
