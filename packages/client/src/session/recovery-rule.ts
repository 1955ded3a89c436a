/** @module What each error means for a session, in one table: whether it retries, how often and how soon. */
import type { EdgeError, ErrorCode } from '@longwire/protocol';
import { isDeviceFull, SignalingCloseError } from '@longwire/protocol/base';

/** How the waits between attempts grow; {@link SessionPolicy} has the numbers. */
export type Pace = 'short' | 'quick' | 'patient' | 'reluctant';

/** What a session does about one error. */
export interface RecoveryRule {
  /** How often the session retries after the same error in a row; 0 ends the session. */
  readonly tries: number;
  /** When an attempt needs no wait: right after a lost connection that was good, always, or never. */
  readonly immediate: 'after-loss' | 'always' | 'never';
  readonly pace: Pace;
  /** Whether a network hint ends the wait early: only where the other side did not ask for the wait. */
  readonly endsWaitOnHint: boolean;
  /** Retrying makes sense only with a fresh token. */
  readonly needsFreshToken?: true;
}

const ALWAYS = Number.POSITIVE_INFINITY;

/** The network path or a component on it broke. */
const broken: RecoveryRule = { tries: ALWAYS, immediate: 'after-loss', pace: 'quick', endsWaitOnHint: true };
/** There was no answer within the time limit of an attempt, which was a wait already. */
const unanswered: RecoveryRule = { ...broken, pace: 'short' };
/** The other side restarts and drops all its clients: they must not reconnect all at the same moment. */
const restarting: RecoveryRule = { tries: ALWAYS, immediate: 'never', pace: 'quick', endsWaitOnHint: true };
/** The service cannot reach the device at present. */
const absent: RecoveryRule = { tries: ALWAYS, immediate: 'never', pace: 'patient', endsWaitOnHint: true };
/** The other side accepts no more requests at present. */
const throttled: RecoveryRule = { tries: ALWAYS, immediate: 'never', pace: 'patient', endsWaitOnHint: false };
/** The device refuses this client, or gave its slot to another one. */
const refused: RecoveryRule = { tries: 3, immediate: 'never', pace: 'reluctant', endsWaitOnHint: false };
/** A fault that may be temporary or permanent. */
const doubtful: RecoveryRule = { tries: 3, immediate: 'never', pace: 'quick', endsWaitOnHint: false };
const staleToken: RecoveryRule = {
  tries: 1,
  immediate: 'always',
  pace: 'quick',
  endsWaitOnHint: false,
  needsFreshToken: true,
};
/** A retry would fail the same way, or needs input from a person. */
const final: RecoveryRule = { tries: 0, immediate: 'never', pace: 'reluctant', endsWaitOnHint: false };

/** The rule of each code after which the session retries. */
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
  ERR_CONNECT_TIMEOUT: unanswered,
  ERR_CONNECTION_CLOSED: broken,
  ERR_PEER_FAILED: broken,
  ERR_NEGOTIATION: broken,
  ERR_CHANNEL_CLOSED: broken,
  ERR_NOT_CONNECTED: broken,
  ERR_REQUEST_TIMEOUT: broken,
  ERR_NETWORK_CHANGED: broken,
  ERR_PART_LOAD: broken,
  ERR_NO_CERTIFICATE: doubtful,
  // The announced certificate differs from the one on the wire: the connection is discarded, and the next one is verified again.
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

/** WebSocket close codes without an error code of this library: RFC 6455 section 7.4.1 and its registry. */
const CLOSE_RULES: ReadonlyMap<number, RecoveryRule> = new Map([
  // going away, no status, abnormal closure, internal error, service restart
  [1001, restarting],
  [1005, restarting],
  [1006, broken],
  [1011, restarting],
  [1012, restarting],
  // "try again later", and a proxy whose backend is down
  [1013, throttled],
  [1014, restarting],
]);

/** The rule of an error; an error without an entry ends the session, so that nothing is retried blindly. */
export function recoveryRuleOf(error: EdgeError): RecoveryRule {
  return closeRuleOf(error) ?? RULES[error.code] ?? final;
}

function closeRuleOf(error: EdgeError): RecoveryRule | undefined {
  if (isDeviceFull(error)) return throttled;
  return error instanceof SignalingCloseError ? CLOSE_RULES.get(error.closeCode) : undefined;
}
