/** @module The client begins DTLS, unless it has left that to the device before. */
import { expect, test } from 'vitest';
import { DtlsRoles } from './dtls-roles.ts';

const sdp = (setup: string): string => `v=0\r\na=setup:${setup}\r\nm=application 9 UDP/DTLS/SCTP x\r\n`;

test('an offer that leaves it open is one of a client that begins', () => {
  const roles = new DtlsRoles();
  expect(roles.told(sdp('actpass'), 'offer')).toBe(sdp('active'));
  expect(roles.told(sdp('passive'), 'offer')).toBe(sdp('passive'));
});

test('who answered that the device is to begin gets the same role again', () => {
  const roles = new DtlsRoles();
  expect(roles.told(sdp('passive'), 'answer')).toBe(sdp('passive'));
  expect(roles.told(sdp('actpass'), 'offer')).toBe(sdp('actpass'));
});

test('who answered that it begins goes on so', () => {
  const roles = new DtlsRoles();
  expect(roles.told(sdp('active'), 'answer')).toBe(sdp('active'));
  expect(roles.told(sdp('actpass'), 'offer')).toBe(sdp('active'));
});
