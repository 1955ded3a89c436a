/** @module For tests: a login over a real channel. */
import { randomBytes } from 'node:crypto';
import { ContentFormat } from '@longwire/protocol';
import { startClientLogin } from '@longwire/protocol/login';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { TestClient } from './test-client.fixture.ts';

/** Runs both rounds of a login; resolves with the status of the second, or of the first if that failed. */
export async function logIn(
  client: TestClient,
  { clientFingerprint, deviceFingerprint }: SessionIdentity,
  username: string,
  password: string,
): Promise<number> {
  const login = startClientLogin({
    username,
    password,
    clientFingerprint,
    deviceFingerprint,
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
  });
  const round1 = await client.requestBytes('POST', '/p2p/pwd-auth/1', {
    payload: login.request,
    contentFormat: ContentFormat.cbor,
  });
  const { statusCode, payload } = Object.assign({ statusCode: 0, payload: new Uint8Array(0) }, round1);
  if (statusCode !== 201) return statusCode;
  const round2 = await client.requestBytes('POST', '/p2p/pwd-auth/2', {
    payload: login.handleServerPoint(payload).confirmation,
    contentFormat: ContentFormat.octetStream,
  });
  return Object.assign({ statusCode: 0 }, round2).statusCode;
}
