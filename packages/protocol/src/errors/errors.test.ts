/** @module The codes, messages and fields of the errors. */
import { expect, test } from 'vitest';
import { assertNever } from '../assert-never.ts';
import { EdgeError } from './edge-error.ts';
import { hasErrorCode } from './has-error-code.ts';
import { SignalingCloseError } from './signaling-close-error.ts';
import { SPEC_MESSAGES, specError, type SpecErrorCode } from './spec-message.ts';
import { StatusError } from './status-error.ts';

// SPEC.md section 8, signaling close codes: one row per row
const closeCodes = [
  [1000, 'ERR_DEVICE_CLOSED', 'Connection closed by device'],
  [4001, 'ERR_SIGNALING_DENIED', 'device signaling denied'],
  [4002, 'ERR_TOKEN_REJECTED', 'base station token rejected'],
  [4003, 'ERR_DEVICE_OFFLINE', 'device offline'],
  [4005, 'ERR_UNKNOWN_PRODUCT', 'unknown product id'],
  [4006, 'ERR_UNKNOWN_DEVICE', 'unknown device id'],
  [4007, 'ERR_CONNECTION_TIMEOUT', 'connection timeout'],
  [4010, 'ERR_DEVICE_INTERNAL', 'device internal error'],
  // anything else
  [1001, 'ERR_UNKNOWN', 'Unknown error'],
  [1006, 'ERR_UNKNOWN', 'Unknown error'],
  [1012, 'ERR_UNKNOWN', 'Unknown error'],
  [4000, 'ERR_UNKNOWN', 'Unknown error'],
  [4004, 'ERR_UNKNOWN', 'Unknown error'],
  [4008, 'ERR_UNKNOWN', 'Unknown error'],
] as const;

test.each(closeCodes)('close code %i is %s: %s', (closeCode, code, message) => {
  const error = SignalingCloseError.fromCloseCode(closeCode, 'words of the service');
  expect(error).toBeInstanceOf(EdgeError);
  expect(error).toMatchObject({ name: 'SignalingCloseError', code, message, closeCode });
  expect(error.reason).toBe('words of the service');
  expect(SignalingCloseError.fromCloseCode(closeCode).reason).toBe('');
  const cause = { code: closeCode };
  expect(SignalingCloseError.fromCloseCode(closeCode, '', { cause }).cause).toBe(cause);
});

// SPEC.md section 8, other messages: one row per row that has no number of its own
const messages: [SpecErrorCode, string][] = [
  ['ERR_WEBSOCKET', 'Websocket connection error'],
  ['ERR_UNKNOWN', 'Unknown error'],
  ['ERR_NOT_CONNECTED', 'Not Connected'],
  ['ERR_INVALID_STATE', 'Invalid state'],
  ['ERR_MISSING_OPTIONS', 'Missing connection options'],
  ['ERR_INVALID_CREDENTIALS', 'Invalid username/password'],
];

test.each(messages)('specError(%s) has the message "%s"', (code, message) => {
  const cause = new Error('why');
  expect(specError(code, { cause })).toMatchObject({ name: 'EdgeError', code, message, cause });
  expect(SPEC_MESSAGES[code]).toBe(message);
});

const statuses = [
  [StatusError.createUser(403), 'ERR_CREATE_USER', 'Failed to create user with status 403'],
  [StatusError.setPassword(400), 'ERR_SET_PASSWORD', 'Failed to set password for user with status 400'],
  [StatusError.setRole(404), 'ERR_SET_ROLE', 'Failed to set role for user with status 404'],
  [StatusError.getUser(404), 'ERR_GET_USER', 'Failed to get user with status 404'],
  [StatusError.getRoles(500), 'ERR_GET_ROLES', 'Failed to get IAM roles'],
  [
    StatusError.validateFingerprint(500),
    'ERR_VALIDATE_FINGERPRINT',
    'Failed validate fingerprint with status 500',
  ],
  [StatusError.iamRequest('delete user', 403), 'ERR_IAM_REQUEST', 'Failed to delete user with status 403'],
  [StatusError.login(429), 'ERR_LOGIN_STATUS', 'Failed to log in with status 429'],
] as const;

test.each(statuses)('%s', (error, code, message) => {
  expect(error).toBeInstanceOf(EdgeError);
  expect(error).toMatchObject({ name: 'StatusError', code, message, diagnostic: undefined });
});

test('a status error keeps the status and the device’s diagnostic apart from the message', () => {
  const error = StatusError.createUser(409, 'Conflict');
  expect(error).toMatchObject({ statusCode: 409, diagnostic: 'Conflict' });
  expect(error.message).not.toContain('Conflict');
});

test.each([
  ['left out', 'unhandled case left out'],
  [{}, 'unhandled case object'],
])('assertNever of %j throws ERR_STATE', (value, message) => {
  const call: (value: never) => never = assertNever;
  expect(() => Reflect.apply(call, undefined, [value])).toThrow(
    expect.objectContaining({ code: 'ERR_STATE', message }),
  );
});

test.each([
  [new EdgeError('ERR_IN_USE', 'in use'), true],
  [Object.assign(new Error('of the system'), { code: 'ERR_IN_USE' }), true],
  [new EdgeError('ERR_STATE', 'ERR_IN_USE'), false],
  [new Error('ERR_IN_USE'), false],
  [{ code: 'ERR_IN_USE' }, false],
  [undefined, false],
])('%j has the code: %s', (error, has) => expect(hasErrorCode(error, 'ERR_IN_USE')).toBe(has));
