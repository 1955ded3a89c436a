/** @module What each error means for a session: how often, how soon and whether at all it is tried again. One table. */
import type { EdgeError, ErrorCode } from '@longwire/protocol';
import { isDeviceFull, SignalingCloseError } from '@longwire/protocol/base';

/** How the waits between tries grow; {@link SessionPolicy} has the numbers. */
export type Pace = 'quick' | 'patient' | 'reluctant';

/** What a session does about one error. */
export interface RecoveryRule {
  /** How often it is tried again after this error in a row; 0 ends the session. */
  readonly tries: number;
  /** When a try needs no wait: right after a connection that was good, always, or never. */
  readonly atOnce: 'after-loss' | 'always' | 'never';
  readonly pace: Pace;
  /** Whether news of the network bring a wait to its end: only where the other side did not ask for it. */
  readonly mayHurry: boolean;
  /** It is tried again only with a token that was asked for anew. */
  readonly needsFreshToken?: true;
}

const ALWAYS = Number.POSITIVE_INFINITY;

/** Something on the way broke. */
const broken: RecoveryRule = { tries: ALWAYS, atOnce: 'after-loss', pace: 'quick', mayHurry: true };
/** The other side asked everybody to come again: all at once would be the next fault. */
const restarting: RecoveryRule = { tries: ALWAYS, atOnce: 'never', pace: 'quick', mayHurry: true };
/** The service cannot reach the device for now. */
const absent: RecoveryRule = { tries: ALWAYS, atOnce: 'never', pace: 'patient', mayHurry: true };
/** The other side takes no more for now. */
const throttled: RecoveryRule = { tries: ALWAYS, atOnce: 'never', pace: 'patient', mayHurry: false };
/** The device does not want this client, or gave its place to another one. */
const refused: RecoveryRule = { tries: 3, atOnce: 'never', pace: 'reluctant', mayHurry: false };
/** A fault that may be the moment's, and may be for good. */
const doubtful: RecoveryRule = { tries: 3, atOnce: 'never', pace: 'quick', mayHurry: false };
const staleToken: RecoveryRule = {
  tries: 1,
  atOnce: 'always',
  pace: 'quick',
  mayHurry: false,
  needsFreshToken: true,
};
/** Trying again would end the same, or ask for what a person has to give. */
const final: RecoveryRule = { tries: 0, atOnce: 'never', pace: 'reluctant', mayHurry: false };

/** The rule of each code after which it is tried again. */
const RULES: Readonly<Partial<Record<ErrorCode, RecoveryRule>>> = {
  // the service and the way to it
  ERR_WEBSOCKET: broken,
  ERR_UNKNOWN: doubtful,
  ERR_CONNECTION_TIMEOUT: broken,
  ERR_TOKEN_REJECTED: staleToken,
  ERR_TOKEN_SOURCE: restarting,
  // the device
  ERR_DEVICE_CLOSED: restarting,
  ERR_DEVICE_OFFLINE: absent,
  ERR_DEVICE_INTERNAL: restarting,
  ERR_SIGNALING_DENIED: refused,
  // the way between the two
  ERR_CONNECT_TIMEOUT: broken,
  ERR_CONNECTION_CLOSED: broken,
  ERR_PEER_FAILED: broken,
  ERR_NEGOTIATION: broken,
  ERR_CHANNEL_CLOSED: broken,
  ERR_NOT_CONNECTED: broken,
  ERR_REQUEST_TIMEOUT: broken,
  ERR_NETWORK_CHANGED: broken,
  ERR_PART_LOAD: broken,
  ERR_NO_CERTIFICATE: doubtful,
  // Somebody told another certificate than the one on the wire: nothing of it is kept, and the next one is verified anew.
  ERR_CERTIFICATE_CHANGED: doubtful,
  // the proof of the device, and the login
  ERR_VALIDATE_FINGERPRINT: doubtful,
  ERR_PAYLOAD_FORMAT: doubtful,
  ERR_REQUEST_REFUSED: doubtful,
  ERR_LOGIN_STATUS: doubtful,
  ERR_LOGIN_THROTTLED: throttled,
  ERR_RATE_LIMITED: throttled,
  ERR_GET_USER: doubtful,
  ERR_IAM_REQUEST: doubtful,
};

/** What ends a session, of all that connecting, verifying, logging in, or the end of a connection can have. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  // the service and the way to it
  'ERR_UNKNOWN_PRODUCT',
  'ERR_UNKNOWN_DEVICE',
  'ERR_SIGNALING_URL',
  // the proof of the device, and the login
  'ERR_WRONG_DEVICE',
  'ERR_DEVICE_UNBOUND',
  'ERR_CHALLENGE_TOKEN',
  'ERR_PUBLIC_KEY',
  'ERR_FINGERPRINT_FORMAT',
  'ERR_NO_SUBTLE_CRYPTO',
  'ERR_INVALID_CREDENTIALS',
  'ERR_SPAKE2_POINT',
  'ERR_SIGN_IN',
  'ERR_OTHER_USER',
  // the application's own doing
  'ERR_ABORTED',
  'ERR_SESSION_ENDED',
  'ERR_MISSING_OPTIONS',
  'ERR_INVALID_STATE',
  'ERR_STATE',
]);

/** The close codes without a code of their own: RFC 6455 section 7.4.1 and its registry. */
const CLOSE_RULES: ReadonlyMap<number, RecoveryRule> = new Map([
  // the service goes away, its socket broke, it failed, it restarts
  [1001, restarting],
  [1005, restarting],
  [1006, broken],
  [1011, restarting],
  [1012, restarting],
  // "try again later", and a proxy in front that has no service behind it
  [1013, throttled],
  [1014, restarting],
]);

/** Whether it is known what a code means for a session; a test asks it of every code. */
export function hasRecoveryRule(code: ErrorCode): boolean {
  return RULES[code] !== undefined || FINAL.has(code);
}

/** The rule of an error; what has no row ends the session, so that nothing is tried blindly. */
export function recoveryRuleOf(error: EdgeError): RecoveryRule {
  return closeRuleOf(error) ?? RULES[error.code] ?? final;
}

function closeRuleOf(error: EdgeError): RecoveryRule | undefined {
  if (isDeviceFull(error)) return throttled;
  return error instanceof SignalingCloseError ? CLOSE_RULES.get(error.closeCode) : undefined;
}
