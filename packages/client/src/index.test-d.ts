/** @module Type tests of the public API; each wrong use must be a compile error, which `tsc` checks. */
import { expectTypeOf } from 'vitest';
import {
  createBrowserIdentity,
  createConnection,
  createSession,
  createIceServerCache,
  sessionPolicy,
  StreamResetCode,
  StreamResetError,
  TrackError,
  type Connection,
  type ConnectionOptions,
  type ConnectionStateName,
  type ConnectStep,
  type CreatedUser,
  type DataStream,
  type DeviceName,
  type DeviceResponse,
  type ListedStream,
  type ListedTrack,
  type EdgeError,
  type ErrorCode,
  type Fingerprint,
  type BoundBy,
  type FingerprintVerdict,
  type ShownKey,
  type IamClient,
  type OwnCertificate,
  type Session,
  type SessionOptions,
  type SessionPolicy,
  type SessionState,
  type SentTrack,
  type SignInResult,
  type RequestLostError,
  type RequestProgress,
  type TrackArrival,
  type TrackErrorCode,
  type TrackStatus,
  type UnavailableReason,
  type User,
} from './index.ts';

declare const connection: Connection;
declare const track: MediaStreamTrack;
declare const signal: AbortSignal;
const who = { signalingServerUrl: 'wss://service.example', productId: 'pr', deviceId: 'de' };

// Options
expectTypeOf(createConnection).parameters.toEqualTypeOf<[options: ConnectionOptions]>();
createConnection({ ...who, sct: 'token' });
createConnection({ ...who, jwt: undefined, sct: 'token', iceTransportPolicy: 'relay' });
createConnection({ ...who, sct: 'token', WebSocket, RTCPeerConnection, iceServers: [{ urls: 'stun:s' }] });
createConnection({ ...who, sct: 'token', handshake: 'pipelined', iceServerCache: createIceServerCache() });
createConnection({ ...who, sct: 'token', iceServerCache: { get: () => undefined, set: () => undefined } });
// @ts-expect-error no such handshake
createConnection({ ...who, sct: 'token', handshake: 'parallel' });
// @ts-expect-error the address of the service is not optional
createConnection({ productId: 'pr', deviceId: 'de', sct: 'token' });
// @ts-expect-error a device id is a string
createConnection({ ...who, deviceId: 7, sct: 'token' });
// @ts-expect-error no such policy
createConnection({ ...who, sct: 'token', iceTransportPolicy: 'direct' });
// @ts-expect-error a misspelt option is not ignored
createConnection({ ...who, sct: 'token', requestTimeout: 5 });
// @ts-expect-error a time limit is a number of milliseconds
createConnection({ ...who, sct: 'token', connectTimeoutMs: '30s' });

// State
expectTypeOf(connection.state).toEqualTypeOf<'idle' | 'connecting' | 'connected' | 'closed'>();
expectTypeOf<ConnectionStateName>().toEqualTypeOf<Connection['state']>();
expectTypeOf(connection.step).toEqualTypeOf<ConnectStep | undefined>();
// @ts-expect-error only the connection changes its state
connection.state = 'connected';
// @ts-expect-error only the connection sets its identity
connection.identity = { login: { username: 'admin' } };
// @ts-expect-error no such state
if (connection.state === 'open') void connection.close();

// Events
expectTypeOf(connection.on('close', () => undefined)).toEqualTypeOf<() => void>();
connection.on('statechange', (state, step) => {
  expectTypeOf(state).toEqualTypeOf<ConnectionStateName>();
  expectTypeOf(step).toEqualTypeOf<ConnectStep | undefined>();
});
connection.on('close', (error) => expectTypeOf(error).toEqualTypeOf<Error | undefined>());
connection.on('track', (arrival) => expectTypeOf(arrival).toEqualTypeOf<TrackArrival>());
connection.on('warning', (error) => {
  expectTypeOf(error).toEqualTypeOf<EdgeError>();
  expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
  if (error instanceof TrackError) expectTypeOf(error.deviceMessage).toEqualTypeOf<string | undefined>();
  if (error instanceof TrackError) expectTypeOf(error.reason).toEqualTypeOf<TrackErrorCode>();
  // @ts-expect-error only a TrackError has a reason
  expectTypeOf(error.reason).toBeString();
});
// @ts-expect-error no such event
connection.on('closed', () => undefined);
// @ts-expect-error the close event has no state
connection.on('close', (error: Error | undefined, state: string) => [error, state]);
// @ts-expect-error the error may be missing
connection.on('close', ({ message }) => message);
expectTypeOf<TrackArrival['trackId']>().toEqualTypeOf<string | undefined>();
connection.on('trackstatus', (status) => expectTypeOf(status).toEqualTypeOf<TrackStatus>());
expectTypeOf<TrackStatus['error']>().toEqualTypeOf<TrackErrorCode | undefined>();
expectTypeOf<TrackStatus['message']>().toEqualTypeOf<string | undefined>();
expectTypeOf<TrackArrival['message']>().toEqualTypeOf<string | undefined>();
expectTypeOf<TrackArrival['error']>().toEqualTypeOf<TrackErrorCode | undefined>();

// Connecting, requests
expectTypeOf(connection.prepare({ signal })).toEqualTypeOf<Promise<void>>();
expectTypeOf(connection.connect({ signal })).toEqualTypeOf<Promise<void>>();
expectTypeOf(connection.close()).toEqualTypeOf<Promise<void>>();
expectTypeOf(connection[Symbol.asyncDispose]).returns.toExtend<PromiseLike<void>>();
expectTypeOf(connection.request('GET', '/x')).toEqualTypeOf<Promise<DeviceResponse>>();
void connection.request('POST', '/x', { payload: 'text', contentFormat: 0, timeoutMs: 1, signal });
void connection.request('PUT', '/x', { payload: Uint8Array.of(1) });
// @ts-expect-error methods are upper case
void connection.request('get', '/x');
// @ts-expect-error no such method of CoAP
void connection.request('PATCH', '/x');
// @ts-expect-error an object is encoded by the application, which knows the format
void connection.request('POST', '/x', { payload: { a: 1 } });
// @ts-expect-error a signal, not its controller
void connection.request('GET', '/x', { signal: new AbortController() });
expectTypeOf<DeviceResponse['payload']>().toEqualTypeOf<Uint8Array | undefined>();
expectTypeOf<DeviceResponse['statusCode']>().toEqualTypeOf<number>();
expectTypeOf<DeviceResponse['text']>().returns.toEqualTypeOf<string>();
expectTypeOf<DeviceResponse['json']>().returns.toEqualTypeOf<unknown>();

void connection.request('GET', '/x', {
  query: { a: 1, b: 'c', d: true },
  etag: Uint8Array.of(1),
  accept: 60,
});
void connection.request('PUT', '/x', { ifMatch: Uint8Array.of(1), ifNoneMatch: true, isIdempotent: true });
void connection.request('GET', '/x', {
  onProgress: (progress) => expectTypeOf(progress).toEqualTypeOf<RequestProgress>(),
});
expectTypeOf<RequestProgress['totalBytes']>().toEqualTypeOf<number | undefined>();
expectTypeOf<DeviceResponse['etag']>().toEqualTypeOf<Uint8Array | undefined>();
expectTypeOf<RequestLostError['wasSent']>().toEqualTypeOf<boolean>();
expectTypeOf<RequestLostError>().toExtend<EdgeError>();
// @ts-expect-error an ETag is bytes
void connection.request('GET', '/x', { etag: 'abc' });
// @ts-expect-error arguments have names
void connection.request('GET', '/x', { query: 'a=1' });

// Observing
expectTypeOf(connection.observe('/x', { pollMs: 1000, timeoutMs: 1, signal })).toEqualTypeOf<
  AsyncIterableIterator<DeviceResponse>
>();
for await (const value of connection.observe('/x')) expectTypeOf(value).toEqualTypeOf<DeviceResponse>();
// @ts-expect-error an interval is a number of milliseconds
connection.observe('/x', { pollMs: '5s' });
// @ts-expect-error only a GET is observed
connection.observe('GET', '/x');

// Identity and login
expectTypeOf(connection.verifyFingerprint('ab')).toEqualTypeOf<Promise<FingerprintVerdict>>();
expectTypeOf<FingerprintVerdict['boundBy']>().toEqualTypeOf<BoundBy | undefined>();
expectTypeOf(connection.readFingerprint()).toEqualTypeOf<Promise<ShownKey>>();
expectTypeOf<ShownKey>().toEqualTypeOf<{ readonly fingerprint: Fingerprint; readonly bound: boolean }>();
expectTypeOf(connection.identity.verified?.fingerprint).toEqualTypeOf<Fingerprint | undefined>();
expectTypeOf<string>().not.toExtend<Fingerprint>();
void connection.authenticate({ username: 'ann', password: 'correct horse' });
// @ts-expect-error a verdict is not a boolean: bound counts too
const isVerified: boolean = await connection.verifyFingerprint('ab');
// @ts-expect-error a login needs both
void connection.authenticate({ username: 'ann' });

// Tracks and channels
expectTypeOf(connection.addTrack(track, 'talk')).toEqualTypeOf<RTCRtpTransceiver>();
expectTypeOf(connection.createDataChannel('own', { ordered: false })).toEqualTypeOf<RTCDataChannel>();
expectTypeOf(connection.getStats()).toEqualTypeOf<Promise<RTCStatsReport>>();
// @ts-expect-error a track needs its name
connection.addTrack(track);
// @ts-expect-error a local track is sent
connection.addTrack(track, 'talk', { direction: 'recvonly' });
connection.addTrack(track, 'talk', { direction: undefined, streams: undefined });

// Byte streams
expectTypeOf(connection.openStream(22, { signal, timeoutMs: 1 })).toEqualTypeOf<Promise<DataStream>>();
expectTypeOf<DataStream['readable']>().toEqualTypeOf<ReadableStream<Uint8Array>>();
expectTypeOf<DataStream['writable']>().toEqualTypeOf<WritableStream<Uint8Array>>();
expectTypeOf<DataStream['closed']>().toEqualTypeOf<Promise<void>>();
expectTypeOf(new StreamResetError(StreamResetCode.cancelled).resetCode).toEqualTypeOf<number>();
declare const stream: DataStream;
// @ts-expect-error a port is a number
void connection.openStream('22');
// @ts-expect-error text has to be encoded
void stream.writable.getWriter().write('text');
// @ts-expect-error the ends of a stream are read-only
stream.readable = new ReadableStream();

// Users
expectTypeOf(connection.iam).toEqualTypeOf<IamClient>();
expectTypeOf<IamClient['createUser']>().returns.toEqualTypeOf<Promise<CreatedUser>>();
expectTypeOf<CreatedUser['Password']>().toEqualTypeOf<string>();
expectTypeOf<User>().not.toHaveProperty('Password');
void connection.iam.setPassword('ann', null);
// @ts-expect-error a user is created with a role
void connection.iam.createUser({ username: 'ann' });
// @ts-expect-error a role cannot be cleared: devices refuse null
void connection.iam.setRole('ann', null);
// @ts-expect-error a null in the list crashes deployed devices
void connection.iam.setNotificationCategories('ann', [null]);
// @ts-expect-error no such mode
void connection.iam.setPairingMode('open', true);

// The browser's own identity
const identity = createBrowserIdentity({ indexedDB, locks: null, now: () => 0 });
expectTypeOf(identity.certificateFor({ productId: 'pr', deviceId: 'de', account: 'bob' })).toEqualTypeOf<
  Promise<OwnCertificate | undefined>
>();
void identity.certificateFor({ fingerprint: 'ab' });
// @ts-expect-error a device has both ids
void identity.certificateFor({ productId: 'pr' });
declare const own: OwnCertificate | undefined;
expectTypeOf(identity.signIn(connection, { own })).toEqualTypeOf<Promise<SignInResult>>();
void identity.signIn(connection, { own, credentials: { username: 'ann', password: 'p' }, signal });
void identity.signIn(connection, { own, credentials: async () => undefined, isInvite: true });
// @ts-expect-error the certificate of the connection must be given
void identity.signIn(connection, { credentials: { username: 'ann', password: 'p' } });
declare const signedIn: SignInResult;
if (signedIn.kind === 'signed-in') expectTypeOf(signedIn.user).toEqualTypeOf<User>();
// @ts-expect-error an unknown browser has no user
expectTypeOf(signedIn.user).toBeObject();
identity.on('unavailable', ({ device, reason }) => {
  expectTypeOf(device).toEqualTypeOf<DeviceName | undefined>();
  expectTypeOf(reason).toEqualTypeOf<UnavailableReason>();
});
// @ts-expect-error no such event
identity.on('expired', () => undefined);

// A session
expectTypeOf(createSession).toEqualTypeOf<(options: SessionOptions) => Session>();
createSession({ ...who, sct: 'token' });
createSession({ ...who, jwt: async () => 'token', fingerprint: 'ab', requestTimeoutMs: 5 });
createSession({
  ...who,
  sct: () => 'token',
  login: (made) => made.authenticate({ username: '', password: '' }),
});
// @ts-expect-error the session policy decides what ends a connection
createSession({ ...who, sct: 'token', closePolicy: sessionPolicy.connection });
createSession({ ...who, sct: 'token', login: { username: 'ann', password: 'correct horse' } });
// @ts-expect-error credentials have a password
createSession({ ...who, sct: 'token', login: { username: 'ann' } });
// @ts-expect-error a token is a string
createSession({ ...who, sct: () => 7 });
declare const session: Session;
expectTypeOf(session.state).toEqualTypeOf<SessionState>();
expectTypeOf(session.state.kind).toEqualTypeOf<'connecting' | 'ready' | 'recovering' | 'ended'>();
expectTypeOf(session.state.nextTryMs).toEqualTypeOf<number | undefined>();
expectTypeOf(session.connection).toEqualTypeOf<Connection | undefined>();
session.on('statechange', (state) => expectTypeOf(state).toEqualTypeOf<SessionState>());
session.on('end', (reason) => expectTypeOf(reason).toEqualTypeOf<EdgeError | undefined>());
session.on('track', (arrival) => expectTypeOf(arrival).toEqualTypeOf<TrackArrival>());
// @ts-expect-error a session has no close event: it ends
session.on('close', () => undefined);
expectTypeOf(session.request('GET', '/x')).toEqualTypeOf<Promise<DeviceResponse>>();
void session.request('PUT', '/x', { isIdempotent: true });
expectTypeOf(session.observe('/x')).toEqualTypeOf<AsyncIterableIterator<DeviceResponse>>();
expectTypeOf(session.tracks.send(track, 'talk')).toEqualTypeOf<SentTrack>();
expectTypeOf(session.tracks.watch('video').stream).toEqualTypeOf<MediaStream>();
expectTypeOf(session.tracks.list()).toEqualTypeOf<Promise<readonly ListedTrack[] | undefined>>();
expectTypeOf(session.streams.list()).toEqualTypeOf<Promise<readonly ListedStream[] | undefined>>();
expectTypeOf(session.streams.open(22)).toEqualTypeOf<Promise<DataStream>>();
expectTypeOf<SessionPolicy['signalingReturn']>().toEqualTypeOf<'by-itself' | 'when-needed'>();
// @ts-expect-error the login of a session is an option: one over a single connection would not last
void session.authenticate({ username: 'ann', password: 'correct horse' });
// @ts-expect-error only the session changes its state
session.state = { kind: 'ready' };

void isVerified;
