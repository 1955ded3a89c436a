/** @module The first connect of a page, and the time until it is of use; each call needs a page that has done nothing before. */
import { createConnection, createSession, type ConnectionOptions, type Credentials } from '@longwire/client';
import { timed } from './repeat.ts';

/** How a page logs in to a device that it knows. */
export interface FirstLogin {
  readonly fingerprint: string;
  readonly credentials: Credentials;
}

/** Milliseconds from connect() to connected. */
export async function firstConnectMs(options: ConnectionOptions): Promise<number> {
  const connection = createConnection(options);
  const elapsedMs = await timed(async () => await connection.connect());
  await connection.close();
  return elapsedMs;
}

/** Milliseconds until a session has connected, checked the device's key, logged in and been answered. */
export async function timeToUsefulMs(
  { sct = '', ...options }: ConnectionOptions,
  { fingerprint, credentials }: FirstLogin,
): Promise<number> {
  const started = performance.now();
  const session = createSession({
    ...options,
    sct,
    fingerprint,
    login: credentials,
  });
  await session.request('GET', '/reading');
  const elapsedMs = performance.now() - started;
  await session.end();
  return elapsedMs;
}

/** The same, one step after the other, as the sequential handshake does it. */
export async function sequentialUsefulMs(
  options: ConnectionOptions,
  { fingerprint, credentials }: FirstLogin,
): Promise<number> {
  const started = performance.now();
  const connection = createConnection({ ...options, handshake: 'sequential' });
  await connection.connect();
  await connection.verifyFingerprint(fingerprint);
  await connection.authenticate(credentials);
  await connection.request('GET', '/reading');
  const elapsedMs = performance.now() - started;
  await connection.close();
  return elapsedMs;
}

/** Milliseconds from watching a camera in a session that is ready to its first picture on the screen. */
export async function watchedPictureMs({ sct = '', ...options }: ConnectionOptions): Promise<number> {
  const session = createSession({ ...options, sct });
  await session.ready();
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, autoplay: true });
  document.body.append(video);
  const elapsedMs = await timed(async () => {
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.srcObject = session.tracks.watch('camera').stream;
    await shown;
  });
  video.remove();
  await session.end();
  return elapsedMs;
}
