/** @module The messages between device and service: read, written, refused. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttachmentMessage } from './attachment-message.ts';
import { encodeAttachmentMessage, parseAttachmentMessage } from './parse-attachment-message.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const session = fc.string({ minLength: 1, maxLength: 128 });
const iceServer = fc.record(
  { urls: fc.array(text, { maxLength: 3 }), username: text, credential: text },
  { requiredKeys: ['urls'] },
);

const attachmentMessage: fc.Arbitrary<AttachmentMessage> = fc.oneof(
  fc.record({ type: fc.constant('hello'), productId: text, deviceId: text }),
  fc.record({ type: fc.constant('challenge'), nonce: text }),
  fc.record({ type: fc.constant('prove'), token: text }),
  fc.record({ type: fc.constant('attached') }),
  fc.record({
    type: fc.constant('session-open'),
    session,
    tokenId: text,
    iceServers: fc.array(iceServer, { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('session-message'), session, message: text }),
  fc.record(
    { type: fc.constant('session-close'), session, code: fc.integer({ min: 1000, max: 4999 }), reason: text },
    { requiredKeys: ['type', 'session', 'code'] },
  ),
);

const parse = (wire: unknown): unknown => parseAttachmentMessage(JSON.stringify(wire));

const wrong = (where: string): object => ({ ok: false, reason: `attachment message with a wrong ${where}` });

describe('one row per message of docs/protocol/attachment.md', () => {
  const rows: AttachmentMessage[] = [
    { type: 'hello', productId: 'p', deviceId: 'd' },
    { type: 'challenge', nonce: 'n' },
    { type: 'prove', token: 't' },
    { type: 'attached' },
    { type: 'session-open', session: 's', tokenId: 't', iceServers: [{ urls: ['stun:s'] }] },
    { type: 'session-message', session: 's', message: '{"type":3}' },
    { type: 'session-close', session: 's', code: 4001, reason: 'full' },
    { type: 'session-close', session: 's', code: 1000 },
  ];
  test.each(rows)('$type', (message) => {
    expect(JSON.parse(encodeAttachmentMessage(message))).toEqual(message);
    expect(parse({ ...message, unknown: [1] })).toEqual({ ok: true, value: message });
  });
});

describe('reported, never thrown', () => {
  const rows: [string, unknown, object][] = [
    ['an empty object', {}, wrong('type')],
    ['an unknown type', { type: 'secret' }, wrong('type')],
    ['a list', [], { ok: false, reason: 'not a JSON object' }],
    ['hello without a device', { type: 'hello', productId: 'p' }, wrong('deviceId')],
    ['an empty session', { type: 'session-message', session: '', message: '' }, wrong('session')],
    ['a long session', { type: 'session-message', session: 's'.repeat(129), message: '' }, wrong('session')],
    ['a message that is an object', { type: 'session-message', session: 's', message: {} }, wrong('message')],
    ['a close code of 999', { type: 'session-close', session: 's', code: 999 }, wrong('code')],
    ['a close code of 5000', { type: 'session-close', session: 's', code: 5000 }, wrong('code')],
    ['a close code in text', { type: 'session-close', session: 's', code: '1000' }, wrong('code')],
    [
      'ICE servers without URLs',
      { type: 'session-open', session: 's', tokenId: 't', iceServers: [{}] },
      wrong('iceServers.0.urls'),
    ],
  ];
  test.each(rows)('%s', (_, wire, failure) => {
    expect(parse(wire)).toEqual(failure);
  });

  test('the reason never quotes a secret', () => {
    const parsed = parse({ type: 'prove', token: { hunter2: 'hunter2' } });
    expect(parsed).toEqual(wrong('token'));
  });
});

test('a client’s frame of 64 KiB fits, whatever it holds', () => {
  const message = '\u0001'.repeat(64 * 1024);
  const value = { type: 'session-message', session: 's', message } as const;
  expect(parseAttachmentMessage(encodeAttachmentMessage(value))).toEqual({ ok: true, value });
});

test('decode(encode(x)) = x', () => {
  fc.assert(
    fc.property(attachmentMessage, (value) => {
      expect(parseAttachmentMessage(encodeAttachmentMessage(value))).toEqual({ ok: true, value });
    }),
  );
});

test('any text or JSON in any field in: a message or a reason', () => {
  const fields = fc.record(
    {
      type: fc.constantFrom('hello', 'session-open', 'session-message', 'session-close'),
      session: fc.oneof(session, fc.jsonValue()),
      iceServers: fc.jsonValue(),
      code: fc.jsonValue(),
      message: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  );
  const wire = fc.oneof(
    text,
    fc.json(),
    fields.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(wire, (wire) => {
      expect(typeof parseAttachmentMessage(wire).ok).toBe('boolean');
    }),
  );
});
