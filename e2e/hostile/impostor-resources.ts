/** @module The resources of an impostor: what it answers itself, what it forwards to the real device, and what it learns. */
import {
  assertNever,
  base64urlDecode,
  base64urlEncode,
  ContentFormat,
  passwordVerifier,
  utf8Decode,
  utf8Encode,
  type CoapRequest,
  type Fingerprint,
} from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import { parseLoginRequest, startDeviceLogin, type DeviceLogin } from '@longwire/protocol/login';
import type { FakeAnswer, FakeHandler, FakeIdentity, FakeResources } from '@longwire/testing';
import type { ChallengeAnswer, ImpostorBehaviour, LoginAnswer, WhoAnswer } from './impostor-behaviour.ts';

/** What an impostor needs. */
export interface ImpostorOptions {
  readonly behaviour: ImpostorBehaviour;
  /** A key of its own. */
  readonly identity: FakeIdentity;
  /** The certificates of the connection that it terminates. */
  readonly wire: () => { readonly clientFingerprint: Fingerprint; readonly deviceFingerprint: Fingerprint };
  /** Sends a request to the real device, over its own connection. */
  readonly relay: (request: CoapRequest) => Promise<FakeAnswer>;
}

const CHALLENGE = '/webrtc/challenge';
const json = (value: unknown): FakeAnswer => ({
  statusCode: 205,
  contentFormat: ContentFormat.json,
  payload: utf8Encode(JSON.stringify(value)),
});
const octets = (payload: Uint8Array): FakeAnswer => ({
  statusCode: 201,
  contentFormat: ContentFormat.octetStream,
  payload,
});

/** Registers the handlers of all requests. */
export function answerAsImpostor(resources: FakeResources, options: ImpostorOptions): void {
  const { behaviour, relay } = options;
  resources.otherwise = behaviour.others === 'relayed' ? relay : () => ({ statusCode: 205 });
  resources.on(`POST ${CHALLENGE}`, challengeAnswer(behaviour.challenge, options));
  const who = whoAnswer(behaviour.who);
  if (who !== undefined) resources.on('GET /iam/me', who);
  const [first, second] = loginAnswers(behaviour.login, options);
  resources.on('POST /p2p/pwd-auth/1', first);
  resources.on('POST /p2p/pwd-auth/2', second);
}

function readJson(payload: Uint8Array | undefined): object {
  const value: unknown = payload === undefined ? undefined : JSON.parse(utf8Decode(payload));
  return typeof value === 'object' && value !== null ? value : {};
}

function nonceOf({ payload }: CoapRequest): string {
  return String(Reflect.get(readJson(payload), 'challenge'));
}

/** The parts of a token, decoded. */
function partsOf({ payload }: FakeAnswer): { header: object; claims: object; signature: string } {
  const [header = '', claims = '', signature = ''] = String(Reflect.get(readJson(payload), 'response')).split(
    '.',
  );
  return {
    header: readJson(base64urlDecode(header)),
    claims: readJson(base64urlDecode(claims)),
    signature,
  };
}

const encodePart = (value: object): string => base64urlEncode(utf8Encode(JSON.stringify(value)));

function challengeAnswer(answer: ChallengeAnswer, options: ImpostorOptions): FakeHandler {
  const { identity, wire, relay } = options;
  const ownClaims = (nonce: string): object => ({
    nonce,
    client_fingerprint: wire().clientFingerprint,
    device_fingerprint: wire().deviceFingerprint,
    features: ['negotiation/1'],
  });
  const signed = async (header: object, claims: object): Promise<FakeAnswer> => {
    const input = `${encodePart(header)}.${encodePart(claims)}`;
    const signature = await identity.key.sign(utf8Encode(input));
    return json({ response: `${input}.${base64urlEncode(signature)}` });
  };
  const ownHeader = { alg: 'ES256', typ: 'JWS', jwk: identity.key.jwk };
  const changed = async (request: CoapRequest, change: (claims: object) => object): Promise<FakeAnswer> => {
    const { header, claims, signature } = partsOf(await relay(request));
    return json({ response: `${encodePart(header)}.${encodePart(change(claims))}.${signature}` });
  };
  const handlers: Readonly<Record<ChallengeAnswer, FakeHandler>> = {
    'own key': (request) => signed(ownHeader, ownClaims(nonceOf(request))),
    relayed: relay,
    'relayed, claims removed': (request) =>
      changed(request, (claims) => ({ nonce: Reflect.get(claims, 'nonce') })),
    'relayed, claims replaced': (request) => changed(request, () => ownClaims(nonceOf(request))),
    "the real device's key, own signature": async (request) =>
      signed(partsOf(await relay(request)).header, ownClaims(nonceOf(request))),
    'no algorithm': (request) =>
      json({
        response: `${encodePart({ ...ownHeader, alg: 'none' })}.${encodePart(ownClaims(nonceOf(request)))}.`,
      }),
    'an earlier token': (request) =>
      relay({ ...request, payload: utf8Encode(JSON.stringify({ challenge: 'an earlier nonce' })) }),
    none: () => ({ statusCode: 404 }),
    error: () => ({ statusCode: 500, contentFormat: 0, payload: utf8Encode('out of order') }),
    'no token': () => json({ token: 'none' }),
  };
  return handlers[answer];
}

const record = (username: string): FakeAnswer => ({
  statusCode: 205,
  contentFormat: ContentFormat.cbor,
  payload: encodeCbor({ Username: username, Role: 'Administrator', DisplayName: username }),
});

function whoAnswer(answer: WhoAnswer): FakeHandler | FakeAnswer | undefined {
  switch (answer) {
    case 'administrator':
      return record('admin');
    case 'another user':
      return record('mallory');
    case 'relayed':
      return undefined;
    case 'no one':
      return { statusCode: 404 };
    case 'unreadable':
      return { statusCode: 205, contentFormat: ContentFormat.cbor, payload: new Uint8Array([0xff]) };
    case 'not there':
      return { statusCode: 501 };
    default:
      return assertNever(answer);
  }
}

type Rounds = readonly [FakeHandler, FakeHandler];

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));
const both = (statusCode: number): Rounds => [() => ({ statusCode }), () => ({ statusCode })];

function loginAnswers(answer: LoginAnswer, { relay, wire }: ImpostorOptions): Rounds {
  let login: DeviceLogin | undefined;
  const none = new Uint8Array();
  const begin: FakeHandler = ({ payload = none }) => {
    const { T } = parseLoginRequest(payload);
    login = startDeviceLogin({ T, w: passwordVerifier('guessed password'), ...wire(), randomBytes });
    return octets(login.serverPoint);
  };
  switch (answer) {
    case 'relayed':
      return [relay, relay];
    case 'guessed':
      return [
        begin,
        ({ payload = none }) => octets(login?.handleConfirmation(payload) ?? new Uint8Array(32)),
      ];
    case 'accepted':
      return [begin, ({ payload = none }) => octets(payload)];
    case 'refused':
      return both(401);
    case 'throttled':
      return both(429);
    case 'not there':
      return both(404);
    default:
      return assertNever(answer);
  }
}

/** What must not reach an impostor without consent: a password or another secret in clear, and a browser's certificate. */
export function secretsIn(
  requests: readonly Pick<CoapRequest, 'method' | 'path' | 'payload'>[],
  secrets: readonly string[],
): readonly string[] {
  return requests.flatMap(({ method, path, payload }) => {
    const text = `${method} ${path} ${payload === undefined ? '' : Buffer.from(payload).toString('latin1')}`;
    const isCertificate = method === 'PUT' && /\/fingerprints?(?:\/|$)/u.test(path);
    const found = secrets.filter((secret) => text.includes(secret));
    const isPassword = method === 'PUT' && path.endsWith('/password');
    return [
      ...found,
      ...(isCertificate ? ['a certificate of the browser'] : []),
      ...(isPassword ? ['a password'] : []),
    ];
  });
}
