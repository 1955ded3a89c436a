/** @module Every resource of the deployed-like device, those of its application included. */
import type { DeviceState } from './device-state.ts';
import type { Fingerprints, PasswordLogin } from './password-login.ts';
import { text, type Answer, type Request } from './coap-framing.ts';
import { answerIam } from './iam-resources.ts';
import { signJws, withBrokenZeros } from './identity.ts';
import { AUDIO_TRACK, VIDEO_TRACK } from './tracks.ts';

/** The part of a connection that resources use. */
export interface ResourceContext {
  readonly state: DeviceState;
  readonly login: PasswordLogin;
  readonly username: string | undefined;
  readonly clientFingerprint: string;
  readonly fingerprints: () => Fingerprints;
  isAllowed(action: string): boolean;
  offerTracks(ids: readonly string[]): void;
}

function json(statusCode: number, value: unknown): Answer {
  return { statusCode, contentType: 50, payload: Buffer.from(JSON.stringify(value)) };
}

function parse(request: Request): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(request.payload?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function challenge({ state, fingerprints }: ResourceContext, request: Request): Answer {
  const nonce = parse(request)['challenge'];
  if (typeof nonce !== 'string') return { statusCode: 400 };
  const { client, device } = fingerprints();
  const bound = { client_fingerprint: client.toString('hex'), device_fingerprint: device.toString('hex') };
  const payload = state.quirks.hasUnboundToken ? { nonce } : { ...bound, nonce };
  const { identity } = state;
  return json(205, {
    response: signJws({ ...identity, jwk: withBrokenZeros(identity.jwk) }, 'JWS', payload),
  });
}

function requestTracks(connection: ResourceContext, request: Request): Answer {
  if (!connection.isAllowed('Webrtc:VideoStream')) return { statusCode: 401 };
  const wanted = parse(request)['tracks'];
  const supported = Array.isArray(wanted)
    ? wanted.filter((id) => id === VIDEO_TRACK || id === AUDIO_TRACK)
    : [];
  if (supported.length === 0) return text(404, 'No such feed');
  connection.offerTracks(supported);
  return { statusCode: 201 };
}

/** Answers a request, or never does. One trailing slash is ignored; the query is part of the path, and nothing is decoded. */
export function answer(connection: ResourceContext, asked: Request): Answer | undefined {
  const request = { ...asked, path: asked.path.replace(/(?<=.)\/$/u, '') };
  const { state, login, username, clientFingerprint } = connection;
  if (request.path.startsWith('/iam/')) {
    return answerIam(state, { username, loggedInAs: login.username, clientFingerprint }, request);
  }
  switch (`${request.method} ${request.path}`) {
    case 'POST /p2p/pwd-auth/1':
      return login.round1(request);
    case 'POST /p2p/pwd-auth/2':
      return login.round2(request);
    case 'GET /p2p/webrtc-info':
      return json(205, { SignalingStreamPort: 4242 });
    case 'POST /webrtc/challenge':
      return challenge(connection, request);
    case 'GET /webrtc/tracks/default':
      return connection.isAllowed('Webrtc:VideoStream')
        ? json(205, { audioTrackId: AUDIO_TRACK, videoTrackId: VIDEO_TRACK })
        : { statusCode: 401 };
    case 'POST /webrtc/tracks':
      return requestTracks(connection, request);
    case 'POST /echo': {
      const { payload, contentType } = request;
      return { statusCode: 201, ...(payload === undefined ? {} : { payload, contentType }) };
    }
    case 'POST /webrtc/oauth':
      return request.contentType === 0 ? text(401, 'Invalid token') : text(400, 'invalid content format');
    case 'GET /talk':
      return json(205, { packets: state.talkPackets, bytes: state.talkBytes });
    case 'GET /never':
      return undefined;
    default:
      return text(404, 'Resource not found');
  }
}
