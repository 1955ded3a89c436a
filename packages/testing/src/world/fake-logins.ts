/** @module Password login and challenge of a fake device, bound to the certificates of its peer connection. */
import {
  ContentFormat,
  makeChallengeToken,
  passwordVerifier,
  utf8Decode,
  utf8Encode,
  type CoapRequest,
  type Fingerprint,
} from '@longwire/protocol';
import { parseLoginRequest, startDeviceLogin, type DeviceLogin } from '@longwire/protocol/login';
import type { FakeIdentity } from './fake-identity.ts';
import type { FakeAnswer, FakeResources } from './fake-resources.ts';

/** The certificates of the connection that a login is bound to. */
export interface FakeWire {
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
}

/** What logins need. */
export interface FakeLoginOptions {
  /** The key that answers a challenge. */
  readonly identity: () => FakeIdentity | Promise<FakeIdentity>;
  /** Passwords by user name. */
  readonly passwords: ReadonlyMap<string, string>;
  readonly wire: () => FakeWire;
  readonly onLogin: (username: string) => void;
  /** The extensions that the answer to a challenge lists. */
  readonly signedFeatures: () => readonly string[];
}

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
const octets = (payload: Uint8Array): FakeAnswer => ({
  statusCode: 201,
  contentFormat: ContentFormat.octetStream,
  payload,
});
const none = new Uint8Array();

/** Registers `/p2p/pwd-auth/1`, `/p2p/pwd-auth/2` and `/webrtc/challenge`. */
export function registerFakeLogins(resources: FakeResources, options: FakeLoginOptions): void {
  const { identity, passwords, wire, onLogin, signedFeatures } = options;
  let pending: { readonly login: DeviceLogin; readonly username: string } | undefined;
  resources.on('POST /p2p/pwd-auth/1', ({ payload = none }) => {
    const { T, username } = parseLoginRequest(payload);
    const password = passwords.get(username);
    const w = password === undefined ? undefined : passwordVerifier(password);
    const login = startDeviceLogin({ T, w, ...wire(), randomBytes });
    pending = { login, username };
    return octets(login.serverPoint);
  });
  resources.on('POST /p2p/pwd-auth/2', ({ payload = none }) => {
    const KcB = pending?.login.handleConfirmation(payload);
    if (pending !== undefined && KcB !== undefined) onLogin(pending.username);
    pending = undefined;
    return KcB === undefined ? { statusCode: 401 } : octets(KcB);
  });
  resources.on('POST /webrtc/challenge', async (request) => {
    const { key } = await identity();
    const token = await makeChallengeToken({
      nonce: challengeOf(request),
      key,
      features: signedFeatures(),
      ...wire(),
    });
    const payload = utf8Encode(JSON.stringify({ response: token }));
    return { statusCode: 205, contentFormat: ContentFormat.json, payload };
  });
}

function challengeOf({ payload = none }: CoapRequest): string {
  const body: unknown = JSON.parse(utf8Decode(payload));
  const challenge: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'challenge') : undefined;
  return typeof challenge === 'string' ? challenge : '';
}
