/** @module The public surface of @longwire/react. */
export type { ConnectionPort } from './connection-port.ts';
export { createDeviceHandle, type DeviceHandle } from './device-handle.ts';
export {
  DeviceConnectionProvider,
  useDeviceHandle,
  type DeviceConnectionProviderProps,
} from './device-connection-provider.tsx';
export { RequestRun, type RequestDescription, type RequestState } from './request-run.ts';
export { TrackStore, type DeviceTrack } from './track-store.ts';
export { useConnectionState } from './use-connection-state.ts';
export { useRequest, type UseRequest } from './use-request.ts';
export { useTracks } from './use-tracks.ts';
