/** @module The messages of `wait/1`. */
import { expect, test } from 'vitest';
import { parseSignalingMessage } from './parse-signaling-message.ts';
import type { LoginMessage } from './signaling-message.ts';
import { asksToWait, attachedOf, encodeDeviceReport, encodeWaitLogin } from './wait-messages.ts';

const LOGIN: LoginMessage = { kind: 'login', productId: 'p', deviceId: 'd', sct: 'wait/1' };

test('a login that asks to wait is the same login with one more key', () => {
  const text = encodeWaitLogin(LOGIN);
  expect(text).toBe('{"type":20,"productId":"p","deviceId":"d","sct":"wait/1","features":["wait/1"]}');
  expect(parseSignalingMessage(text)).toEqual({ ok: true, value: LOGIN });
  expect(asksToWait(text)).toBe(true);
});

test.each([
  '{"type":20,"sct":"wait/1"}',
  '{"type":20,"features":"wait/1"}',
  '{"type":20,"features":["wait/10"]}',
  '{"type":20,"features":[["wait/1"]]}',
  '"wait/1"',
])('%s does not ask to wait', (text) => expect(asksToWait(text)).toBe(false));

test.each([
  [encodeDeviceReport(false), false],
  [encodeDeviceReport(true), true],
  ['{"type":22,"isAttached":true,"more":1}', true],
  ['{"type":21}', true],
  ['{"type":22}', undefined],
  ['{"type":22,"isAttached":"true"}', undefined],
  ['{"type":4,"isAttached":true}', undefined],
  ['null', undefined],
  ['{', undefined],
])('%s reports %s', (text, isAttached) => expect(attachedOf(text)).toBe(isAttached));

test('a message longer than a frame may be reports nothing', () => {
  expect(attachedOf('{"type":21}'.padEnd(65_536))).toBe(true);
  expect(attachedOf('{"type":21}'.padEnd(65_537))).toBeUndefined();
});
