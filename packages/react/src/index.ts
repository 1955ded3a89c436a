'use client';
/** @module The public surface of @longwire/react, marked for React Server Components: they have no contexts and no state. */
export { DeviceProvider, type DeviceProviderProps } from './session/device-provider.tsx';
export { useConnectionStats, useIdentity, useSession, useSessionState } from './session/use-session.ts';
export type { Reading, UseReading } from './session/reading.ts';
export { useObserve, type UseObserveOptions } from './session/use-observe.ts';
export { useMe, useUsers } from './session/use-users.ts';
export { useStream, type StreamState, type UseStream } from './session/use-stream.ts';
export { useTrack, useTrackIds, useTracks, type TrackState, type UseTrack } from './session/use-track.ts';
export { DeviceSound, type DeviceSoundProps } from './video/device-sound.tsx';
export { DeviceVideo, type DeviceVideoProps, type VideoView } from './video/device-video.tsx';
export { type RequestDescription, type RequestState } from './request/request-run.ts';
export { useRequest, type UseRequest } from './request/use-request.ts';
