import { describe, expect, test } from 'vitest';
import { EdgeError, SignalingCloseError, StatusError } from '@longwire/client';
import { en } from '../messages/en.ts';
import { actionFor, isActionFirst, isAgainOffered, secureAddress, isForDoctor } from './failure-action.ts';
import { FAILURE_KINDS, failureOf } from './failure.ts';
import { NoWebRtcError } from './no-web-rtc-error.ts';
import { loginProblemOf, LOGIN_WAIT_MS } from './login-problem.ts';

const online = { isOnline: true } as const;

describe('each listed error has a message and an action', () => {
  test.each([
    [1000, 'deviceClosed'],
    [4001, 'denied'],
    [4002, 'tokenRejected'],
    [4003, 'offline'],
    [4005, 'noSuchDevice'],
    [4006, 'noSuchDevice'],
    [4007, 'timeout'],
    [4010, 'deviceFault'],
    [1012, 'restarting'],
    [1013, 'busy'],
    [1006, 'unreachable'],
    [4999, 'unreachable'],
  ] as const)('close code %i becomes the failure %s', (code, kind) => {
    const failure = failureOf(SignalingCloseError.fromCloseCode(code, 'why'), online);
    expect(failure.kind).toBe(kind);
    expect(failure.detail).toContain(`${code}`);
    expect(failure.detail).toContain('why');
  });

  test.each([
    [4001, 'the device is full', 'full'],
    [1013, 'too many sessions with this device', 'full'],
    [4001, 'a newer session took the place', 'evicted'],
    [1011, 'the token cannot be checked just now', 'tokenUnchecked'],
    [1011, 'service internal error', 'unreachable'],
  ] as const)('close code %i with the reason %s becomes the failure %s', (code, reason, kind) => {
    expect(failureOf(SignalingCloseError.fromCloseCode(code, reason), online).kind).toBe(kind);
  });

  test.each([
    ['ERR_WEBSOCKET', {}, 'unreachable'],
    ['ERR_WEBSOCKET', { isOnline: false }, 'offlineHere'],
    ['ERR_PEER_FAILED', { step: 'opening' }, 'noPath'],
    ['ERR_PEER_FAILED', {}, 'lost'],
    ['ERR_CONNECT_TIMEOUT', { step: 'opening' }, 'noPath'],
    ['ERR_CONNECT_TIMEOUT', { step: 'finding' }, 'timeout'],
    ['ERR_NO_SUBTLE_CRYPTO', {}, 'insecurePage'],
    ['ERR_CERTIFICATE_CHANGED', {}, 'unproven'],
    ['ERR_CONNECTION_CLOSED', {}, 'lost'],
    ['ERR_REQUEST_TIMEOUT', {}, 'noAnswer'],
    ['ERR_CBOR', {}, 'badAnswer'],
  ] as const)('the error %s with %o becomes the failure %s', (code, context, kind) => {
    expect(failureOf(new EdgeError(code, 'text'), { ...online, ...context })).toEqual({
      kind,
      detail: `${code}: text`,
    });
  });

  test('a connect without a working pair reports what was tried', () => {
    const steps = [
      { atMs: 1, step: 'local-candidate', type: 'host' },
      { atMs: 2, step: 'candidate-received', type: 'relay' },
    ];
    const context = { ...online, step: 'opening', trace: { attempt: 1, dropped: 0, steps } } as const;
    expect(failureOf(new EdgeError('ERR_PEER_FAILED', 'text'), context).tried).toEqual({
      local: ['host'],
      remote: ['relay'],
      pairs: 0,
      hasRelay: false,
    });
    expect(failureOf(new EdgeError('ERR_WEBSOCKET', 'text'), context).tried).toBeUndefined();
  });

  test('the doctor is offered if a device cannot be reached, and not if the message explains the cause', () => {
    expect(FAILURE_KINDS.filter((kind) => isForDoctor(kind))).toEqual([
      'offline',
      'timeout',
      'deviceFault',
      'deviceClosed',
      'unreachable',
      'offlineHere',
      'restarting',
      'noPath',
      'lost',
      'unproven',
      'noAnswer',
      'unknown',
    ]);
  });

  test('403 and 401 are failures of the role, and a missing proof is a failure of the device’s identity', () => {
    expect(failureOf(StatusError.getUser(403), online).kind).toBe('forbidden');
    expect(failureOf(StatusError.validateFingerprint(404), online).kind).toBe('unproven');
    expect(failureOf(StatusError.validateFingerprint(401), online).kind).toBe('unproven');
  });

  test('a browser without WebRTC is a failure of its own', () => {
    expect(failureOf(new NoWebRtcError(), online).kind).toBe('noWebrtc');
  });

  test('any other thrown value becomes a failure too', () => {
    expect(failureOf(new TypeError('odd'), online)).toEqual({ kind: 'unknown', detail: 'TypeError: odd' });
    expect(failureOf('text', online)).toEqual({ kind: 'unknown', detail: 'text' });
  });

  test.each(FAILURE_KINDS)('the failure %s has a message and a button', (kind) => {
    expect(en.failure[kind].title).not.toBe('');
    expect(en.failure.action[actionFor(kind)]).not.toBe('');
  });

  test('another action comes first only if connecting again cannot help', () => {
    expect(FAILURE_KINDS.filter(isActionFirst)).toEqual(['noSuchDevice', 'insecurePage']);
  });

  test('connecting again is offered except on an insecure page, which leads to https instead', () => {
    expect(FAILURE_KINDS.filter((kind) => !isAgainOffered(kind))).toEqual(['insecurePage']);
    expect(secureAddress('http://192.168.1.5:8700/d/key?x=y#z')).toBe('https://192.168.1.5/');
  });
});

describe('the message in the form after a failed login', () => {
  const wrong = new EdgeError('ERR_INVALID_CREDENTIALS', 'Invalid username/password');
  const facts = { tries: 1, fromLink: false, nowMs: 1_000 };

  test('reports a wrong password', () => {
    expect(loginProblemOf(wrong, facts)).toEqual({ kind: 'wrong', fromLink: false });
    expect(loginProblemOf(wrong, { ...facts, fromLink: true })).toEqual({ kind: 'wrong', fromLink: true });
  });

  test('asks to wait after five wrong passwords, and on 429', () => {
    const wait = { kind: 'wait', untilMs: 1_000 + LOGIN_WAIT_MS };
    const last = { kind: 'wrong', fromLink: false };
    expect(loginProblemOf(wrong, { ...facts, tries: 5 })).toEqual({ ...wait, last });
    expect(loginProblemOf(StatusError.login(429), facts)).toEqual(wait);
  });

  test('is missing for errors that are not about the password', () => {
    expect(loginProblemOf(StatusError.login(500), facts)).toBeUndefined();
    expect(loginProblemOf(new TypeError('x'), facts)).toBeUndefined();
  });
});
