/** @module The public surface of @longwire/client. */
export { createConnection } from './create-connection.ts';
export type { Connection, ConnectionEvents } from './connection/connection.ts';
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
export type { FingerprintVerdict } from './auth/fingerprint-check.ts';
export type { Credentials } from './auth/password-login.ts';
export type { IamClient } from './iam/iam-client.ts';
export type { PairingCalls, PairingOptions } from './iam/pairing.ts';
export type { PairingMode, SettingsCalls } from './iam/settings.ts';
export type { UserFieldCalls } from './iam/user-fields.ts';
export type { CreatedUser, NewUser, UserCalls } from './iam/users.ts';
export type { AddTrackOptions, TrackArrival } from './peer/peer.ts';
export { TrackError } from './peer/track-error.ts';
export { diagnosticOf, type DeviceResponse } from './request/device-response.ts';
export type { CallOptions, RequestOptions } from './request/request-options.ts';
export type { AbortOptions } from './time/abort.ts';
export type { Clock } from './time/clock.ts';
export {
  checkDisplayName,
  checkPassword,
  checkUsername,
  ContentFormat,
  decodeCbor,
  EdgeError,
  encodeCbor,
  formatPairingLink,
  generatePassword,
  parseFingerprint,
  parsePairingLink,
  silentLogger,
  SignalingCloseError,
  StatusError,
  type CborValue,
  type ErrorCode,
  type Fingerprint,
  type IamSettings,
  type LogFields,
  type Logger,
  type Method,
  type PairingInfo,
  type PairingLink,
  type TrackErrorCode,
  type User,
} from '@longwire/protocol';
