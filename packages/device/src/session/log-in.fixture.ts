/** @module For tests: a client of a device that logs in over a real channel. */
import { randomBytes } from 'node:crypto';
import { ContentFormat } from '@longwire/protocol';
import { startClientLogin } from '@longwire/protocol/login';
import type { LocalService } from '../agent/local-service.fixture.ts';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { Device } from '../device.ts';
import { TestClient, type TestBody } from './test-client.fixture.ts';

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
  const send = async (path: string, body: TestBody): Promise<unknown> =>
    await client.within(client.requestBytes('POST', path, body));
  const round1 = await send('/p2p/pwd-auth/1', { payload: login.request, contentFormat: ContentFormat.cbor });
  const { statusCode, payload } = Object.assign({ statusCode: 0, payload: new Uint8Array(0) }, round1);
  if (statusCode !== 201) return statusCode;
  const round2 = await send('/p2p/pwd-auth/2', {
    payload: login.handleServerPoint(payload).confirmation,
    contentFormat: ContentFormat.octetStream,
  });
  return Object.assign({ statusCode: 0 }, round2).statusCode;
}

/** A client of a device, with its session's identity. */
export interface LoggedIn {
  readonly client: TestClient;
  readonly identity: SessionIdentity;
}

/** Connects a client to a device and logs it in. @throws Error if the device refuses */
export async function connectAs(
  device: Device,
  service: LocalService,
  username: string,
  password: string,
): Promise<LoggedIn> {
  const opened = Promise.withResolvers<SessionIdentity>();
  const off = device.on('sessionopened', ({ identity }) => opened.resolve(identity));
  const client = new TestClient(service.open());
  client.offer();
  const identity = await client.within(opened.promise);
  off();
  await client.until(() => client.isOpen);
  const status = await logIn(client, identity, username, password);
  if (status !== 201) throw new Error(`the login of ${username} was answered with ${status}`);
  return { client, identity };
}
