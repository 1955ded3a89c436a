/** @module The public surface of @longwire/device. */
export type { DeviceNotification, NotificationKind } from './activity/notification.ts';
export { DEFAULT_BACK_OFF, type BackOffPolicy } from './agent/back-off.ts';
export { DEFAULT_SESSION_LIMITS, type SessionLimits } from './agent/session-limits.ts';
export { DEFAULT_LOGIN_RATES, type LoginRates } from './auth/login-limits.ts';
export type { OauthOptions } from './auth/oauth/oauth-options.ts';
export type { Login, SessionIdentity } from './auth/session-identity.ts';
export { deviceDirectory, type DeviceDirectory } from './store/device-directory.ts';
export type { Answer } from './coap/answer.ts';
export type { BodyRouteOptions, RouteHandler } from './coap/app-routes.ts';
export type { CoapResponse, HandlerReply } from './coap/coap-response.ts';
export type { BooleanSchema, Choice, NumberSchema, StringSchema } from './coap/data-schema.ts';
export type {
  ActionResource,
  ResourceText,
  ValueHandlers,
  ValueResource,
} from './coap/described-resource.ts';
export type { DeviceRequest } from './coap/device-request.ts';
export { HandlerError } from './coap/handler-error.ts';
export type { RequestConditions } from './coap/incoming-request.ts';
export type { Middleware, Next } from './coap/middleware.ts';
export type { ObservableResource } from './coap/observable-resource.ts';
export type { PathParams } from './coap/path-params.ts';
export type { BodySchema } from './coap/request-body.ts';
export type { ResourceFacts } from './coap/resource-facts.ts';
export type { ObservableRouteOptions, RouteOptions } from './coap/route.ts';
export { createDevice } from './create-device.ts';
export type { DeviceOptions } from './device-options.ts';
export type { Device } from './device.ts';
export type { DeviceChannel, DeviceEvents, UserChange } from './events/device-events.ts';
export type { DeviceSession, SessionEnd } from './events/device-session.ts';
export { defaultIamConfig } from './iam/default-config.ts';
export type { IamConfig } from './iam/iam-config.ts';
export type { IamState } from './iam/iam-state.ts';
export type { Iam, Invite, InviteOptions, ResetOptions } from './iam/iam.ts';
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
export { OPUS_CODEC, PCMA_CODEC, PCMU_CODEC } from './media/audio-codecs.ts';
export {
  openFfmpegSource,
  type FfmpegSource,
  type FfmpegSourceOptions,
} from './media/ffmpeg/open-ffmpeg-source.ts';
export type { EncodedVideo } from './media/ffmpeg/output-plan.ts';
export { DEFAULT_CAMERA_TIMING, type CameraTiming } from './media/ffmpeg/restart-policy.ts';
export { testPattern, type TestPatternOptions } from './media/ffmpeg/test-pattern.ts';
export type { FrameProducer, ProducerOutput } from './media/frame-producer.ts';
export type {
  MediaCodec,
  MediaCodecName,
  MediaFrame,
  MediaSource,
  SourceHealth,
  Subscription,
  Viewer,
} from './media/media-source.ts';
export { layeredSource, type LayeredSourceOptions } from './media/ladder/layered-source.ts';
export type { PictureSize } from './media/picture-size.ts';
export { openClip, type Clip } from './media/open-clip.ts';
export { openRtpSource, type RtpSourceOptions } from './media/rtp-source/open-rtp-source.ts';
export { RtpSync } from './media/rtp-source/rtp-sync.ts';
export { fileSink, type FileSinkOptions } from './media/sink/file-sink.ts';
export {
  ffmpegSink,
  programSink,
  type FfmpegSinkOptions,
  type ProcessSinkOptions,
  type ProgramSinkOptions,
} from './media/sink/process-sinks.ts';
export { rtpSink, type RtpSinkOptions } from './media/sink/rtp-sink.ts';
export { SharedSource } from './media/shared-source.ts';
export type { SafeChannel } from './peer/safe-channel.ts';
export type { TrackOptions } from './session/track-catalog.ts';
export { watchMainThread, type MainThreadWatchOptions } from './process/main-thread-watch.ts';
export { createMemoryStore } from './store/memory-store.ts';
export { createStateFile, openStateFile } from './store/state-file.ts';
export type { DeviceStream } from './stream/device-stream.ts';
export { fileDownload, type FileDownloadOptions } from './stream/file-download.ts';
export { shell, type ShellOptions } from './stream/shell.ts';
export { StreamError } from './stream/stream-error.ts';
export type { StreamContext, StreamHandler, StreamOptions } from './stream/stream-handler.ts';
export { tcpTunnel, type TcpTunnelOptions } from './stream/tcp-tunnel.ts';
export { redactingLogger, silentLogger, type LogFields, type Logger } from '@longwire/protocol';
