/** @module What the types of the public surface promise; each wrong use has to be a compile error, which `tsc` checks. */
import { expectTypeOf } from 'vitest';
import {
  createConnection,
  TrackError,
  type Connection,
  type ConnectionOptions,
  type ConnectionStateName,
  type ConnectStep,
  type CreatedUser,
  type DeviceResponse,
  type EdgeError,
  type ErrorCode,
  type Fingerprint,
  type FingerprintVerdict,
  type IamClient,
  type TrackArrival,
  type TrackErrorCode,
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
// @ts-expect-error the address of the service is not optional
createConnection({ productId: 'pr', deviceId: 'de', sct: 'token' });
// @ts-expect-error a device is named by a text
createConnection({ ...who, deviceId: 7, sct: 'token' });
// @ts-expect-error no such policy
createConnection({ ...who, sct: 'token', iceTransportPolicy: 'direct' });
// @ts-expect-error a misspelt option is not taken for none
createConnection({ ...who, sct: 'token', requestTimeout: 5 });
// @ts-expect-error a time limit is a number of milliseconds
createConnection({ ...who, sct: 'token', connectTimeoutMs: '30s' });

// State
expectTypeOf(connection.state).toEqualTypeOf<'idle' | 'connecting' | 'connected' | 'closed'>();
expectTypeOf<ConnectionStateName>().toEqualTypeOf<Connection['state']>();
expectTypeOf(connection.step).toEqualTypeOf<ConnectStep | undefined>();
// @ts-expect-error only the connection moves its state
connection.state = 'connected';
// @ts-expect-error what was proven is the connection's to say
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
expectTypeOf<TrackArrival['error']>().toEqualTypeOf<TrackErrorCode | undefined>();

// Connecting, requests
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

// Who is who
expectTypeOf(connection.verifyFingerprint('ab')).toEqualTypeOf<Promise<FingerprintVerdict>>();
expectTypeOf<FingerprintVerdict>().toEqualTypeOf<{ readonly valid: boolean; readonly bound: boolean }>();
expectTypeOf(connection.identity.verified?.fingerprint).toEqualTypeOf<Fingerprint | undefined>();
expectTypeOf<string>().not.toExtend<Fingerprint>();
void connection.authenticate({ username: 'ann', password: 'correct horse' });
// @ts-expect-error a verdict is no yes or no: bound counts too
const isVerified: boolean = await connection.verifyFingerprint('ab');
// @ts-expect-error a login needs both
void connection.authenticate({ username: 'ann' });

// Tracks and channels
expectTypeOf(connection.addTrack(track, 'talk')).toEqualTypeOf<RTCRtpTransceiver>();
expectTypeOf(connection.createDataChannel('own', { ordered: false })).toEqualTypeOf<RTCDataChannel>();
expectTypeOf(connection.getStats()).toEqualTypeOf<Promise<RTCStatsReport>>();
// @ts-expect-error a track needs its name
connection.addTrack(track);
// @ts-expect-error an own track is sent
connection.addTrack(track, 'talk', { direction: 'recvonly' });

// Users
expectTypeOf(connection.iam).toEqualTypeOf<IamClient>();
expectTypeOf<IamClient['createUser']>().returns.toEqualTypeOf<Promise<CreatedUser>>();
expectTypeOf<CreatedUser['Password']>().toEqualTypeOf<string>();
expectTypeOf<User>().not.toHaveProperty('Password');
void connection.iam.setPassword('ann', null);
// @ts-expect-error a user is created with a role
void connection.iam.createUser({ username: 'ann' });
// @ts-expect-error a role is not cleared: devices refuse null
void connection.iam.setRole('ann', null);
// @ts-expect-error a null among them ends the process of deployed devices
void connection.iam.setNotificationCategories('ann', [null]);
// @ts-expect-error no such mode
void connection.iam.setPairingMode('open', true);

void isVerified;
