/** @module For tests: a login over a real channel. */
import { randomBytes } from 'node:crypto';
import { ContentFormat } from '@longwire/protocol';
import { startClientLogin } from '@longwire/protocol/login';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { TestClient } from './test-client.fixture.ts';

/** Both rounds; what a false password leads to is the device's to say. */
export async function logIn(
  client: TestClient,
  { clientFingerprint, deviceFingerprint }: SessionIdentity,
  username: string,
  password: string,
): Promise<void> {
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
  const { payload } = Object.assign({ payload: new Uint8Array(0) }, round1);
  await client.requestBytes('POST', '/p2p/pwd-auth/2', {
    payload: login.handleServerPoint(payload).confirmation,
    contentFormat: ContentFormat.octetStream,
  });
}
