/** @module Asks an ONVIF camera for the addresses of its streams. */
import { clockOf, withLimits } from '@longwire/protocol';
import onvif, { type Cam, type CamOptions } from 'onvif';
import { addressProblem } from '../questions/new-camera.ts';
import type { FoundCamera } from './discover-cameras.ts';

/** A user of a camera. */
export interface CameraUser {
  readonly username: string;
  readonly password: string;
}

/** Most streams that are used. Reason: the main one and a smaller one; more change little. */
const MAX_STREAMS = 2;

/** The protocols of the streams that are asked for. */
const RTSP: ReadonlySet<string> = new Set(['rtsp:', 'rtsps:']);

/** Longest wait for one answer, in milliseconds. */
const ANSWER_MS = 5_000;

/** Longest wait for all of them, in milliseconds. Reason: after some malformed answers the library never calls back. */
const ALL_MS = 20_000;

/** The RTSP addresses of a camera's H.264 streams with the user's password in them, the best first. @throws Error when the camera refuses or does not answer */
export async function streamAddresses(
  found: FoundCamera,
  user: CameraUser,
  limitMs: number = ALL_MS,
): Promise<readonly string[]> {
  return await withLimits({ time: { clock: clockOf(globalThis), limitMs, error: unreadable } }, () =>
    ask(found, user),
  );
}

const unreadable = (): Error => new Error('the camera sends answers that cannot be read');

async function ask({ hostname, port, path }: FoundCamera, user: CameraUser): Promise<readonly string[]> {
  const camera = await connect({ hostname, port, path, ...user });
  const profiles: unknown = await call((done) => camera.getProfiles(done));
  const tokens = (Array.isArray(profiles) ? profiles : []).flatMap(h264Token).slice(0, MAX_STREAMS);
  const addresses: string[] = [];
  for (const profileToken of tokens) {
    const { uri } = await call<{ uri: string }>((done) =>
      camera.getStreamUri({ protocol: 'RTSP', profileToken }, done),
    );
    addresses.push(streamAddress(uri, hostname, user));
  }
  if (addresses.length === 0) throw new Error('the camera has no H.264 stream');
  return [...new Set(addresses)];
}

async function connect(options: CamOptions): Promise<Cam> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // The camera may know itself by another address than the one that leads to it from here.
  const camera = new onvif.Cam({ ...options, timeout: ANSWER_MS, preserveAddress: true }, (error) =>
    error ? reject(error) : resolve(),
  );
  await promise;
  return camera;
}

async function call<T>(ask: (done: (error: Error | null, answer?: T) => void) => void): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  ask((error, answer) => {
    if (error !== null) reject(error);
    else if (answer === undefined) reject(new Error('the camera sent an empty answer'));
    else resolve(answer);
  });
  return await promise;
}

/** The token of a profile whose pictures browsers play. */
function h264Token(profile: unknown): readonly string[] {
  const { $: attributes, videoEncoderConfiguration: encoder } = Object(profile);
  const { token } = Object(attributes);
  const isH264 = String(Object(encoder).encoding).toUpperCase() === 'H264';
  return isH264 && typeof token === 'string' ? [token] : [];
}

/**
 * The address of a stream, with user and password in it. The camera chooses port and path; its host is the one that answered, so that
 * the password goes nowhere else. @throws Error if the camera gives no RTSP address
 */
export function streamAddress(uri: string, hostname: string, { username, password }: CameraUser): string {
  const url = addressProblem(uri) === undefined ? URL.parse(uri) : null;
  if (url === null || !RTSP.has(url.protocol)) throw new Error('the camera gives no RTSP address');
  url.hostname = hostname;
  url.username = encodeURIComponent(username);
  url.password = encodeURIComponent(password);
  return url.href;
}
