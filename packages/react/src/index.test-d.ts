/** @module Type tests of the public API; each wrong use must be a compile error, which `tsc` checks. */
import type {
  ConnectionIdentity,
  ConnectionStats,
  DataStream,
  DeviceResponse,
  EdgeError,
  ListedTrack,
  Session,
  SessionOptions,
  SessionState,
  User,
} from '@longwire/client';
import { createElement } from 'react';
import { expectTypeOf } from 'vitest';
import {
  DeviceProvider,
  DeviceSound,
  DeviceVideo,
  useConnectionStats,
  useIdentity,
  useMe,
  useObserve,
  useRequest,
  useSession,
  useSessionState,
  useStream,
  useTrack,
  useTrackIds,
  useTracks,
  useUsers,
  type DeviceVideoProps,
  type Reading,
  type RequestState,
  type StreamState,
  type TrackState,
  type UseReading,
  type VideoView,
} from './index.ts';

declare const options: SessionOptions;
declare const session: Session;

// Provider
createElement(DeviceProvider, { options });
createElement(DeviceProvider, { session });
// @ts-expect-error either options or a session is required
createElement(DeviceProvider, {});
// @ts-expect-error options and a session exclude each other
createElement(DeviceProvider, { options, session });
// @ts-expect-error a token is a string or a function that returns one
createElement(DeviceProvider, { options: { ...options, sct: 7 } });

// Session
expectTypeOf(useSession).returns.toEqualTypeOf<Session | undefined>();
expectTypeOf(useSessionState).returns.toEqualTypeOf<SessionState>();
expectTypeOf(useIdentity).returns.toEqualTypeOf<ConnectionIdentity>();
expectTypeOf(useConnectionStats).returns.toEqualTypeOf<ConnectionStats | undefined>();

// Requests
const { state, send } = useRequest();
expectTypeOf(state).toEqualTypeOf<RequestState>();
expectTypeOf(send).returns.resolves.toEqualTypeOf<RequestState>();
void send({ method: 'PUT', path: '/lamp', payload: 'on', isIdempotent: true });
// @ts-expect-error no such method
void send({ method: 'PATCH', path: '/lamp' });
// @ts-expect-error only an answered request has an answer
void state.answer;
if (state.kind === 'answered') expectTypeOf(state.answer).toEqualTypeOf<DeviceResponse>();
if (state.kind === 'failed') expectTypeOf(state.error).toEqualTypeOf<EdgeError>();

// Readings
expectTypeOf(useObserve('/temperature').state).toEqualTypeOf<Reading<DeviceResponse>>();
expectTypeOf(useObserve(undefined, { query: { unit: 'celsius' }, pollMs: 1000 }).refresh).toEqualTypeOf<
  () => void
>();
// @ts-expect-error the hook supplies the signal
useObserve('/temperature', { signal: new AbortController().signal });
expectTypeOf(useMe().state).toEqualTypeOf<Reading<User | undefined>>();
expectTypeOf(useUsers().state).toEqualTypeOf<Reading<readonly User[]>>();
const users = useUsers().state;
// @ts-expect-error a waiting reading has no value
void users.value.length;
if (users.kind === 'failed') expectTypeOf(users.error).toEqualTypeOf<EdgeError>();
if (users.kind === 'failed') expectTypeOf(users.value).toEqualTypeOf<readonly User[] | undefined>();

// Streams
expectTypeOf(useStream(22).state).toEqualTypeOf<StreamState>();
expectTypeOf(useStream(22).reopen).toEqualTypeOf<() => void>();
const stream = useStream(22).state;
if (stream.kind === 'open') expectTypeOf(stream.stream).toEqualTypeOf<DataStream>();
if (stream.kind === 'ended') expectTypeOf(stream.error).toEqualTypeOf<EdgeError | undefined>();
// @ts-expect-error a port is a number
useStream('22');

// Media
expectTypeOf(useTrack('front').state).toEqualTypeOf<TrackState>();
expectTypeOf(useTracks).returns.toEqualTypeOf<UseReading<readonly ListedTrack[] | undefined>>();
expectTypeOf(useTrackIds).returns.toEqualTypeOf<readonly string[]>();
const track = useTrack(undefined).state;
if (track.kind === 'live') expectTypeOf(track.track).toEqualTypeOf<MediaStreamTrack>();
if (track.kind === 'failed') expectTypeOf(track.error).toEqualTypeOf<EdgeError>();
expectTypeOf<Extract<DeviceVideoProps['children'], (view: VideoView) => unknown>>().not.toBeNever();
createElement(DeviceVideo, { trackId: 'front', soundTrackId: 'mic', label: 'Front door', className: 'wide' });
// @ts-expect-error the accessible name is required
createElement(DeviceVideo, { trackId: 'front' });
createElement(DeviceSound, { trackId: 'mic', isMuted: false });
declare const maybe: { readonly text: string | undefined; readonly flag: boolean | undefined };
const { text, flag } = maybe;
createElement(DeviceVideo, {
  trackId: 'front',
  label: 'Front door',
  soundTrackId: text,
  isMuted: flag,
  isPaused: flag,
  quality: undefined,
  poster: text,
  playLabel: text,
  onMutedByBrowser: undefined,
});
createElement(DeviceSound, { trackId: 'mic', isMuted: flag, onMutedByBrowser: undefined });
