/** @module Why a connection failed or ended, in the kinds that a person can act on. */

import {
  EdgeError,
  wasEvicted,
  isDeviceFull,
  isTokenUnchecked,
  SignalingCloseError,
  StatusError,
  type ConnectTrace,
} from '@longwire/client';
import { CloseCode } from '@longwire/protocol/base';
import { triedOf, type Tried } from '../path/connect-spans.ts';
import type { ConnectStep } from './connect-step.ts';
import { NoWebRtcError } from './no-web-rtc-error.ts';

/** The kinds of failure; each has its message and its action. */
export const FAILURE_KINDS = [
  'denied',
  'full',
  'evicted',
  'busy',
  'tokenRejected',
  'tokenUnchecked',
  'tokenMissing',
  'offline',
  'noSuchDevice',
  'timeout',
  'deviceFault',
  'deviceClosed',
  'unreachable',
  'notListed',
  'offlineHere',
  'restarting',
  'noPath',
  'lost',
  'unproven',
  'noWebrtc',
  'insecurePage',
  'forbidden',
  'noAnswer',
  'badAnswer',
  'unknown',
] as const;

/** One kind of failure. */
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** A failure: its kind, and the error's own code and message for "details". */
export interface Failure {
  readonly kind: FailureKind;
  readonly detail: string;
  /** What was tried, if no candidate pair worked. */
  readonly tried?: Tried;
}

/** Further facts about the error. */
export interface FailureContext {
  /** The current step of connecting; undefined once the device was connected. */
  readonly step?: ConnectStep;
  /** The browser's online state. */
  readonly isOnline: boolean;
  /** The trace of the newest attempt. */
  readonly trace?: ConnectTrace | undefined;
}

/** Try Again Later (IANA WebSocket close codes). */
const TRY_AGAIN_LATER = 1013;

const KIND_OF_CODE: { readonly [code: string]: FailureKind } = {
  ERR_SIGNALING_DENIED: 'denied',
  ERR_TOKEN_REJECTED: 'tokenRejected',
  ERR_MISSING_OPTIONS: 'tokenMissing',
  ERR_DEVICE_OFFLINE: 'offline',
  ERR_UNKNOWN_PRODUCT: 'noSuchDevice',
  ERR_UNKNOWN_DEVICE: 'noSuchDevice',
  ERR_CONNECTION_TIMEOUT: 'timeout',
  ERR_DEVICE_INTERNAL: 'deviceFault',
  ERR_DEVICE_CLOSED: 'deviceClosed',
  ERR_WEBSOCKET: 'unreachable',
  ERR_UNKNOWN: 'unreachable',
  ERR_SIGNALING_URL: 'unreachable',
  ERR_CONFIG: 'notListed',
  ERR_NO_SUBTLE_CRYPTO: 'insecurePage',
  ERR_NO_CERTIFICATE: 'unproven',
  ERR_CHALLENGE_TOKEN: 'unproven',
  ERR_VALIDATE_FINGERPRINT: 'unproven',
  ERR_DEVICE_UNBOUND: 'unproven',
  ERR_PUBLIC_KEY: 'unproven',
  ERR_CERTIFICATE_CHANGED: 'unproven',
  ERR_SPAKE2_POINT: 'unproven',
  ERR_REQUEST_TIMEOUT: 'noAnswer',
  ERR_CBOR: 'badAnswer',
  ERR_PAYLOAD_FORMAT: 'badAnswer',
  ERR_IAM_RECORD: 'badAnswer',
  ERR_OTHER_USER: 'badAnswer',
  ERR_NOT_CONNECTED: 'lost',
  ERR_CONNECTION_CLOSED: 'lost',
  ERR_CHANNEL_CLOSED: 'lost',
};

/** Classifies an error. Total: every thrown value has a kind. */
export function failureOf(error: unknown, context: FailureContext): Failure {
  const { trace } = context;
  const kind = kindOf(error, context);
  const tried = kind === 'noPath' && trace !== undefined ? { tried: triedOf(trace) } : {};
  return { kind, detail: detailOf(error), ...tried };
}

function kindOf(error: unknown, { step, isOnline }: FailureContext): FailureKind {
  if (error instanceof NoWebRtcError) return 'noWebrtc';
  if (!(error instanceof EdgeError)) return 'unknown';
  const ofClose = error instanceof SignalingCloseError ? kindOfClose(error) : undefined;
  if (ofClose !== undefined) return ofClose;
  if (error instanceof StatusError && error.code !== 'ERR_VALIDATE_FINGERPRINT') {
    return [401, 403].includes(error.statusCode) ? 'forbidden' : 'unknown';
  }
  if (error.code === 'ERR_PEER_FAILED') return step === undefined ? 'lost' : 'noPath';
  if (error.code === 'ERR_CONNECT_TIMEOUT') return step === 'opening' ? 'noPath' : 'timeout';
  const kind = KIND_OF_CODE[error.code] ?? 'unknown';
  return kind === 'unreachable' && !isOnline ? 'offlineHere' : kind;
}

/** Close codes that are more specific than the code of the error. */
function kindOfClose(error: SignalingCloseError): FailureKind | undefined {
  if (isDeviceFull(error)) return 'full';
  if (wasEvicted(error)) return 'evicted';
  if (isTokenUnchecked(error)) return 'tokenUnchecked';
  const { closeCode } = error;
  if (closeCode === TRY_AGAIN_LATER) return 'busy';
  return closeCode === CloseCode.serviceRestart ? 'restarting' : undefined;
}

function detailOf(error: unknown): string {
  if (error instanceof SignalingCloseError) {
    const reason = error.reason === '' ? '' : ` (${error.reason})`;
    return `${error.code} ${error.closeCode}: ${error.message}${reason}`;
  }
  if (error instanceof StatusError) {
    const diagnostic = error.diagnostic === undefined ? '' : ` (${error.diagnostic})`;
    return `${error.code}: ${error.message}${diagnostic}`;
  }
  if (error instanceof EdgeError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
