/** @module The public surface of @longwire/client. */
export { createConnection } from './create-connection.ts';
export { createSession } from './create-session.ts';
export type { Session, SessionEvents } from './session/session.ts';
export type { SessionOptions, SignIn, TokenSource } from './session/session-options.ts';
export type { SessionState, SessionStateName } from './session/session-state.ts';
export { sessionPolicy, type SessionPolicy } from './session/session-policy.ts';
export type { Pace, RecoveryRule } from './session/recovery-rule.ts';
export type { NetworkHint, NetworkPort } from './session/network.ts';
export type { ListedStream, SessionStreams } from './session/streams/session-streams.ts';
export type { ListedTrack } from './session/tracks/list-tracks.ts';
export type { QualityLevel, QualityReport, TrackQualityReport } from './session/tracks/parse-quality.ts';
export type { SentTrack } from './session/tracks/local-tracks.ts';
export type {
  SessionTracks,
  TracksEvents,
  TrackState,
  QualityChoice,
  ShownSize,
  WatchedTrack,
} from './session/tracks/session-tracks.ts';
export type { CloseOptions, Connection, ConnectionEvents } from './connection/connection.ts';
export type { ConnectionIdentity, VerifiedDevice } from './connection/authenticator.ts';
export { specPolicy, type ClosePolicy } from './connection/close-policy.ts';
export {
  DEFAULT_CONNECT_TIMEOUT_MS,
  DEFAULT_ICE_SERVER,
  DEFAULT_REQUEST_TIMEOUT_MS,
  type ConnectionOptions,
  type CryptoSource,
} from './connection/options.ts';
export { CONNECT_STEPS, type ConnectionStateName, type ConnectStep } from './connection/state.ts';
export type {
  CandidateType,
  ConnectionPath,
  ConnectionStats,
  RelayProtocol,
  TrackStats,
} from './diagnostics/stats/connection-stats.ts';
export type { ConnectTrace, TraceFacts, TraceStep } from './diagnostics/trace/trace.ts';
export {
  createIceServerCache,
  type ConnectNote,
  type IceServerCache,
} from './connection/ice-server-cache.ts';
export { CONNECT_NOTES_KEY } from './connection/stored-cache.ts';
export type { Handshake } from './signaling/peer-signaling.ts';
export type { BoundBy, FingerprintVerdict, ShownKey } from './auth/fingerprint-check.ts';
export type { AuthenticateOptions, Credentials } from './auth/password-login.ts';
export type {
  BrowserIdentity,
  BrowserIdentityEvents,
  CredentialsSource,
  OwnCertificate,
  SessionSignIn,
  SessionSignInOptions,
  SignInResult,
  SignInConnection,
  SignInOptions,
  UnavailableReason,
} from './identity/browser-identity.ts';
export { createBrowserIdentity, type BrowserIdentityOptions } from './identity/create-browser-identity.ts';
export type { DeviceName } from './identity/device-name.ts';
export type { IamClient } from './iam/iam-calls.ts';
export type { PairingCalls, PairingOptions } from './iam/pairing.ts';
export { readMe, readUsers, type ReadUsersOptions } from './iam/read-users.ts';
export type { PairingMode, SettingsCalls } from './iam/settings.ts';
export type { UserFieldCalls } from './iam/user-fields.ts';
export type { CreatedUser, NewUser, UserCalls } from './iam/users.ts';
export type { TrackArrival } from './peer/peer-reports.ts';
export type { AddTrackOptions } from './peer/sent-tracks.ts';
export type { TrackFacts, TrackStatus } from './peer/track-registry.ts';
export { TrackError } from './peer/track-error.ts';
export { DEFAULT_POLL_MS, type Following, type ObserveOptions } from './coap/observe-options.ts';
export { diagnosticOf } from './request/diagnostic.ts';
export type { DeviceResponse } from './request/device-response.ts';
export type { Query } from './request/query.ts';
export { RequestLostError } from './request/request-lost-error.ts';
export type { CallOptions, RequestOptions, RequestProgress } from './request/request-options.ts';
export type { DataStream, OpenStreamOptions } from './streams/data-stream.ts';
export { StreamResetError } from './streams/stream-reset-error.ts';
export type { AbortOptions } from '@longwire/protocol';
export type { Clock } from '@longwire/protocol';
export type {
  BackOff,
  CborValue,
  ErrorCode,
  Fingerprint,
  IamSettings,
  LogFields,
  Logger,
  Method,
  PairingInfo,
  PairingLink,
  TrackErrorCode,
  User,
} from '@longwire/protocol';
export {
  checkDisplayName,
  checkPassword,
  checkUsername,
  ContentFormat,
  EdgeError,
  foldId,
  generatePassword,
  wasEvicted,
  isDeviceFull,
  isTokenUnchecked,
  parseFingerprint,
  SignalingCloseError,
  silentLogger,
  StatusError,
  StreamResetCode,
} from '@longwire/protocol/base';
export { formatPairingLink, parsePairingLink, queryLinkOf } from '@longwire/protocol/pairing';
