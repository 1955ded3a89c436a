/** @module Numbers, messages and causes of the errors that pages receive. */
import type { ErrorCode } from '@longwire/protocol';
import { EdgeError, SignalingCloseError, specError } from '@longwire/protocol/base';
import { describe, expect, test } from 'vitest';
import { NabtoWebrtcError, nabtoError, NabtoWebrtcErrorCode } from './edge-error.ts';

describe('NabtoWebrtcErrorCode', () => {
  test.each([
    ['DEVICE_CLOSED', 0],
    ['DEVICE_SIGNALING_DENIED', 1],
    ['DEVICE_INTERNAL_ERROR', 2],
    ['BASESTATION_TOKEN_REJECTED', 3],
    ['BASESTATION_DEVICE_OFFLINE', 4],
    ['BASESTATION_UNKNOWN_PRODUCT_ID', 5],
    ['BASESTATION_UNKNOWN_DEVICE_ID', 6],
    ['CONNECTION_TIMEOUT', 7],
    ['UNKNOWN', 8],
  ] as const)('%s maps to %i and back', (name, value) => {
    expect([NabtoWebrtcErrorCode[name], NabtoWebrtcErrorCode[value]]).toEqual([value, name]);
  });

  test('has no other members', () => {
    expect(Object.keys(NabtoWebrtcErrorCode)).toHaveLength(18);
  });
});

describe('the error of a close', () => {
  test.each([
    [1000, 0, 'Connection closed by device'],
    [4001, 1, 'device signaling denied'],
    [4010, 2, 'device internal error'],
    [4002, 3, 'base station token rejected'],
    [4003, 4, 'device offline'],
    [4005, 5, 'unknown product id'],
    [4006, 6, 'unknown device id'],
    [4007, 7, 'connection timeout'],
    [1012, 8, 'Unknown error'],
  ])('close code %i has error number %i: %s', (closeCode, code, message) => {
    const error = nabtoError(SignalingCloseError.fromCloseCode(closeCode));
    expect(error).toBeInstanceOf(NabtoWebrtcError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'NabtoWebrtcError', code, message });
  });

  test('has the close reason as message, if any, and the CloseEvent as cause', () => {
    const cause = { code: 1012, reason: 'service restart' };
    const error = nabtoError(SignalingCloseError.fromCloseCode(1012, 'service restart', { cause }));
    expect(error).toMatchObject({ code: 8, message: 'service restart' });
    expect(error.cause).toBe(cause);
  });
});

test.each([
  [specError('ERR_WEBSOCKET'), 8, 'Websocket connection error'],
  [specError('ERR_INVALID_STATE'), 8, 'Invalid state'],
  [specError('ERR_MISSING_OPTIONS'), 8, 'Missing connection options'],
  [
    new EdgeError('ERR_MISSING_OPTIONS', 'Missing connection options: sct or jwt'),
    8,
    'Missing connection options',
  ],
  [new EdgeError('ERR_CONNECT_TIMEOUT', 'too long'), 7, 'too long'],
  [new EdgeError('ERR_PEER_FAILED' satisfies ErrorCode, 'no path', { cause: 'ICE' }), 8, 'no path'],
  [new TypeError('another'), 8, 'another'],
  ['no error at all', 8, 'no error at all'],
])('%s has number %i and no cause', (error, code, message) => {
  const made = nabtoError(error);
  expect(made).toMatchObject({ code, message });
  expect(made.cause).toBeUndefined();
});
