/** @module What each error code means for a session: every code is decided on, and each rule is the intended one. */
import { CloseReason, EdgeError, ERROR_CODES, SignalingCloseError, type ErrorCode } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { recoveryRuleOf } from './recovery-rule.ts';

/** Codes of connecting, verifying, logging in and closed connections that end a session. */
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
  'ERR_ACCESS_ENDED',
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

/** Codes that cannot come from connecting, verifying, logging in or a closed connection. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  // one call of the application, which gets the error
  'ERR_CREATE_USER',
  'ERR_SET_PASSWORD',
  'ERR_SET_ROLE',
  'ERR_GET_ROLES',
  'ERR_REQUEST_INVALID',
  'ERR_REQUEST_UNSUPPORTED',
  'ERR_OBSERVATION',
  'ERR_MESSAGE_TOO_LARGE',
  'ERR_TRACK',
  'ERR_OUTCOME_UNKNOWN',
  'ERR_NOT_SENT',
  'ERR_STREAM_PORT',
  'ERR_STREAM_TIMEOUT',
  'ERR_STREAM_RESET',
  'ERR_STREAM_PROTOCOL',
  'ERR_STREAM_OVERFLOW',
  // text and bytes from the application or the device
  'ERR_HEX',
  'ERR_BASE64URL',
  'ERR_CBOR',
  'ERR_PAIRING_LINK',
  'ERR_IAM_RECORD',
  'ERR_USERNAME',
  'ERR_PASSWORD_LENGTH',
  'ERR_DISPLAY_NAME',
  'ERR_SCT',
  'ERR_OAUTH_SUBJECT',
  'ERR_FRIENDLY_NAME',
  'ERR_ROLE_NAME',
  'ERR_END_OF_ACCESS',
  'ERR_RANDOM',
  // a device
  'ERR_SPAKE2_REQUEST',
  'ERR_SPAKE2_STATE',
  'ERR_PASSWORD_VERIFIER',
  'ERR_ATTACHMENT_TOKEN',
  'ERR_DEVICE_OPTIONS',
  'ERR_NOTIFICATION',
  'ERR_IDENTITY_FILE',
  'ERR_STORE_READ',
  'ERR_STORE_WRITE',
  'ERR_USER_LIMIT',
  'ERR_IN_USE',
  'ERR_CONTROL',
  'ERR_ROUTE',
  'ERR_CLIP_FORMAT',
  'ERR_MEDIA_INPUT',
  // a service, and its HTTP API
  'ERR_CONFIG',
  'ERR_LISTEN',
  'ERR_DATABASE',
  'ERR_NOT_FOUND',
  'ERR_ALREADY_EXISTS',
  'ERR_NAME_FORMAT',
  'ERR_LIFETIME',
  'ERR_REGISTRY_LIMIT',
  'ERR_IMPORT',
  'ERR_JWT',
  'ERR_JWKS',
  'ERR_ICE_SERVERS',
  'ERR_BAD_REQUEST',
  'ERR_UNAUTHENTICATED',
  'ERR_FORBIDDEN',
  'ERR_ORIGIN',
  'ERR_INSECURE_LOGIN',
  'ERR_METHOD_NOT_ALLOWED',
  'ERR_CONFLICT',
  'ERR_BODY_TOO_LARGE',
  'ERR_MEDIA_TYPE',
  'ERR_INTERNAL',
  'ERR_UNAVAILABLE',
  // commands
  'ERR_USAGE',
]);

const ofCode = (code: ErrorCode): ReturnType<typeof recoveryRuleOf> =>
  recoveryRuleOf(new EdgeError(code, ''));
const ofClose = (closeCode: number, reason?: string): ReturnType<typeof recoveryRuleOf> =>
  recoveryRuleOf(SignalingCloseError.fromCloseCode(closeCode, reason));

test.each(ERROR_CODES)(
  '%s is retried, or is listed as one that ends a session or has nothing to do with it',
  (code) => {
    expect(ofCode(code).tries > 0).toBe(!FINAL.has(code) && !ELSEWHERE.has(code));
  },
);

describe('the rule of each signaling close code', () => {
  const always = Number.POSITIVE_INFINITY;
  test.each<[string, number, Partial<ReturnType<typeof recoveryRuleOf>>]>([
    ['the device ended the session', 1000, { tries: always, immediate: 'never', pace: 'quick' }],
    ['the service goes away', 1001, { tries: always, immediate: 'never', pace: 'quick' }],
    ['no code', 1005, { tries: always, immediate: 'never', pace: 'quick' }],
    ['the socket broke', 1006, { tries: always, immediate: 'after-loss', pace: 'quick' }],
    ['the service failed', 1011, { tries: always, immediate: 'never', pace: 'quick' }],
    [
      'the service restarts',
      1012,
      { tries: always, immediate: 'never', pace: 'quick', endsWaitOnHint: true },
    ],
    ['try again later', 1013, { tries: always, immediate: 'never', pace: 'patient', endsWaitOnHint: false }],
    ['bad gateway', 1014, { tries: always, immediate: 'never', pace: 'quick' }],
    ['refused', 4001, { tries: 3, immediate: 'never', pace: 'reluctant', endsWaitOnHint: false }],
    ['token rejected', 4002, { tries: 1, immediate: 'always', needsFreshToken: true, endsWaitOnHint: false }],
    ['device offline', 4003, { tries: always, immediate: 'never', pace: 'patient', endsWaitOnHint: true }],
    ['unknown product', 4005, { tries: 0 }],
    ['unknown device', 4006, { tries: 0 }],
    ['login too late', 4007, { tries: always, immediate: 'after-loss', pace: 'quick' }],
    ['device failed', 4010, { tries: always, immediate: 'never', pace: 'quick' }],
    ['anything else', 4999, { tries: 3, immediate: 'never', pace: 'quick' }],
    ['a violated policy', 1008, { tries: 3, immediate: 'never', pace: 'quick' }],
  ])('%s: %i', (_name, closeCode, rule) => {
    expect(ofClose(closeCode)).toMatchObject(rule);
  });
});

test('a full device is retried with patience, and an evicted client does not return at once', () => {
  const patient = {
    tries: Number.POSITIVE_INFINITY,
    pace: 'patient',
    immediate: 'never',
    endsWaitOnHint: false,
  };
  expect(ofClose(4001, CloseReason.deviceFull)).toEqual(patient);
  expect(ofClose(4001, CloseReason.evicted)).toEqual({ ...patient, tries: 3, pace: 'reluctant' });
});

test('an unchecked token is retried with back-off and without a fresh token', () => {
  const rule = ofClose(1011, CloseReason.tokenUnchecked);
  expect(rule).toMatchObject({ tries: Number.POSITIVE_INFINITY, immediate: 'never', pace: 'quick' });
  expect(rule).not.toHaveProperty('needsFreshToken');
});

test('too many logins are retried with patience, and network hints do not end the wait', () => {
  expect(ofCode('ERR_LOGIN_THROTTLED')).toMatchObject({
    pace: 'patient',
    endsWaitOnHint: false,
    immediate: 'never',
  });
});
