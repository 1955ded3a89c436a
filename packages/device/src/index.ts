/** @module The public surface of @longwire/device. */
export { DEFAULT_SESSION_LIMITS, type SessionLimits } from './agent/admit-session.ts';
export { DEFAULT_BACK_OFF, type BackOffPolicy } from './agent/back-off.ts';
export { DEFAULT_LOGIN_RATES, type LoginRates } from './auth/login-limits.ts';
export type { Login, SessionIdentity } from './auth/session-identity.ts';
export { deviceDirectory, type DeviceDirectory } from './cli/device-directory.ts';
export type { HandlerReply } from './coap/coap-response.ts';
export type { DeviceRequest } from './coap/device-request.ts';
export { HandlerError } from './coap/handler-error.ts';
export type { Handler, RouteOptions } from './coap/route.ts';
export { createDevice, type DeviceOptions } from './create-device.ts';
export type { Device, DeviceChannel, DeviceEvents } from './device.ts';
export { defaultIamConfig } from './iam/default-config.ts';
export type { IamConfig } from './iam/iam-config.ts';
export type { IamState } from './iam/iam-state.ts';
export type { Iam } from './iam/iam.ts';
export type { StateStore } from './iam/state-store.ts';
export { loadIdentity, loadOrCreateIdentity } from './identity/identity-file.ts';
export type { Identity } from './identity/identity.ts';
export { createStderrLogger } from './log/stderr-logger.ts';
export {
  CountingAudioSink,
  type AudioPacket,
  type AudioSink,
  type AudioSinkStream,
} from './media/audio-sink.ts';
export type { MediaCodec, MediaFrame, MediaSource, Subscription, Viewer } from './media/media-source.ts';
export { openClip, type Clip } from './media/open-clip.ts';
export { SharedSource, type FrameProducer } from './media/shared-source.ts';
export type { SafeChannel } from './peer/safe-channel.ts';
export { createMemoryStore } from './store/memory-store.ts';
export { createStateFile, openStateFile } from './store/state-file.ts';
export { redactingLogger, silentLogger, type LogFields, type Logger } from '@longwire/protocol';
