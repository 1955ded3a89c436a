/** @module The public surface of @longwire/react. */
export { DeviceProvider, type DeviceProviderProps } from './session/device-provider.tsx';
export { useConnectionStats, useIdentity, useSession, useSessionState } from './session/use-session.ts';
export type { Reading, UseReading } from './session/reading.ts';
export { useObserve, type UseObserveOptions } from './session/use-observe.ts';
export { useMe, useUsers } from './session/use-people.ts';
export { useStream, type StreamState, type UseStream } from './session/use-stream.ts';
export type { TrackState } from './session/track-desk.ts';
export { useTrack, useTrackIds, type UseTrack } from './session/use-track.ts';
export { DeviceSound, type DeviceSoundProps } from './video/device-sound.tsx';
export { DeviceVideo, type DeviceVideoProps, type VideoView } from './video/device-video.tsx';
export { type RequestDescription, type RequestState } from './request/request-run.ts';
export { useRequest, type UseRequest } from './request/use-request.ts';
// for applications that hold connections themselves
export type { ConnectionPort } from './connection/connection-port.ts';
export { createDeviceHandle, type DeviceHandle } from './connection/device-handle.ts';
export {
  DeviceConnectionProvider,
  useDeviceHandle,
  type DeviceConnectionProviderProps,
} from './connection/device-connection-provider.tsx';
export { TrackStore, type DeviceTrack } from './connection/track-store.ts';
export { useConnectionState } from './connection/use-connection-state.ts';
export { useTracks } from './connection/use-tracks.ts';
