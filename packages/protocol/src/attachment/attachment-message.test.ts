/** @module The messages between device and service: parsed, encoded, refused. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttachmentMessage } from './attachment-message.ts';
import {
  encodeAttachmentMessage,
  MAX_ATTACHMENT_TEXT_LENGTH,
  parseAttachmentMessage,
} from './parse-attachment-message.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const session = fc.string({ minLength: 1, maxLength: 128 });
const iceServer = fc.record(
  { urls: fc.array(text, { maxLength: 3 }), username: text, credential: text },
  { requiredKeys: ['urls'] },
);

const hash = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'.split('')),
  minLength: 64,
  maxLength: 64,
});

const attachmentMessage: fc.Arbitrary<AttachmentMessage> = fc.oneof(
  fc.record({ type: fc.constant('hello'), productId: text, deviceId: text }),
  fc.record({ type: fc.constant('challenge'), nonce: text }),
  fc.record({ type: fc.constant('prove'), token: text }),
  fc.record({ type: fc.constant('attached'), features: fc.array(text) }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('tokens'), hashes: fc.array(hash, { maxLength: 3 }), more: fc.boolean() }),
  fc.record({ type: fc.constantFrom('token-add', 'token-withdraw'), hash }),
  fc.record({ type: fc.constant('tokens-kept'), kept: fc.nat(), refused: fc.nat() }),
  fc.record({
    type: fc.constantFrom('session-tokens', 'tokens-revoked'),
    tokenIds: fc.array(text, { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('push'),
    id: fc.nat(),
    endpoint: fc.webUrl({ withQueryParameters: true }).filter((url) => url.length <= 1024),
    ttl: fc.nat(3600),
    urgency: fc.constantFrom('very-low', 'low', 'normal', 'high'),
    body: fc.base64String({ minLength: 4 }).map((text) => text.replaceAll(/[+/=]/gu, '_')),
  }),
  fc.record({ type: fc.constant('push-result'), id: fc.nat(), status: fc.integer({ min: 0, max: 599 }) }),
  fc.record({
    type: fc.constant('session-open'),
    session,
    tokenId: text,
    iceServers: fc.array(iceServer, { maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('session-message'), session, message: text }),
  fc.record({
    type: fc.constant('session-message'),
    session: session.filter((id) => !id.includes('\n')),
    message: text,
    verbatim: fc.constant(true),
  }),
  fc.record(
    { type: fc.constant('session-close'), session, code: fc.integer({ min: 1000, max: 4999 }), reason: text },
    { requiredKeys: ['type', 'session', 'code'] },
  ),
);

const HASH = 'a0'.repeat(32);

const PUSH_KEY = `B${'a'.repeat(86)}`;
const PUSH = {
  type: 'push',
  id: 1,
  endpoint: 'https://push.example/send/a?b',
  ttl: 3600,
  urgency: 'high',
  body: 'AQID',
} as const;

const STUN = { urls: ['stun:s'] };
const SESSION_OPEN: AttachmentMessage = {
  type: 'session-open',
  session: 's',
  tokenId: 't',
  iceServers: [STUN],
};

const parse = (wire: unknown): unknown => parseAttachmentMessage(JSON.stringify(wire));

const wrong = (where: string): object => ({ ok: false, reason: `attachment message with a wrong ${where}` });

describe('attachment messages as in docs/protocol/attachment.md survive a round trip', () => {
  const rows: AttachmentMessage[] = [
    { type: 'hello', productId: 'p', deviceId: 'd' },
    { type: 'challenge', nonce: 'n' },
    { type: 'prove', token: 't' },
    { type: 'attached' },
    { type: 'attached', features: ['tokens/1'] },
    { type: 'attached', features: ['push/1'], pushKey: PUSH_KEY },
    PUSH,
    { type: 'push-result', id: 1, status: 201 },
    { type: 'tokens', hashes: [HASH], more: true },
    { type: 'token-add', hash: HASH },
    { type: 'token-withdraw', hash: HASH },
    { type: 'tokens-kept', kept: 1, refused: 0 },
    { type: 'session-tokens', tokenIds: ['lw_1', 'jwt:https://id.example:ada'] },
    { type: 'tokens-revoked', tokenIds: ['lw_1'] },
    SESSION_OPEN,
    { ...SESSION_OPEN, tokenId: 't'.repeat(4096), iceServers: Array.from({ length: 64 }, () => STUN) },
    { type: 'session-message', session: 's', message: '{"type":3}' },
    { type: 'session-close', session: 's', code: 4001, reason: 'full' },
    { type: 'session-close', session: 's', code: 1000 },
  ];
  test.each(rows)('$type', (message) => {
    expect(JSON.parse(encodeAttachmentMessage(message))).toEqual(message);
    expect(parse({ ...message, unknown: [1] })).toEqual({ ok: true, value: message });
  });
});

describe('parseAttachmentMessage reports instead of throwing', () => {
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
    ['a token hash in capitals', { type: 'token-add', hash: HASH.toUpperCase() }, wrong('hash')],
    ['a hash that is too short', { type: 'token-withdraw', hash: HASH.slice(1) }, wrong('hash')],
    ['a token instead of its hash', { type: 'tokens', hashes: ['hunter2'], more: false }, wrong('hashes.0')],
    [
      'more hashes than one message may have',
      { type: 'tokens', hashes: Array.from({ length: 4097 }, () => HASH), more: false },
      wrong('hashes'),
    ],
    [
      'more tokens of sessions than one message may have',
      { type: 'session-tokens', tokenIds: Array.from({ length: 1025 }, () => 'lw_1') },
      wrong('tokenIds'),
    ],
    ['a set without the more flag', { type: 'tokens', hashes: [] }, wrong('more')],
    [
      'a line break in an endpoint',
      { ...PUSH, endpoint: 'https://push.example/a\r\nX: 1' },
      wrong('endpoint'),
    ],
    ['a space in an endpoint', { ...PUSH, endpoint: 'https://push.example/a b' }, wrong('endpoint')],
    ['an endpoint of another scheme', { ...PUSH, endpoint: 'file:///etc/passwd' }, wrong('endpoint')],
    ['a long endpoint', { ...PUSH, endpoint: `https://push.example/${'a'.repeat(1024)}` }, wrong('endpoint')],
    ['a body beyond 4096 bytes', { ...PUSH, body: 'A'.repeat(5463) }, wrong('body')],
    ['a body that is not base64url', { ...PUSH, body: 'A+/=' }, wrong('body')],
    ['no body', { ...PUSH, body: '' }, wrong('body')],
    ['a time to live of a year', { ...PUSH, ttl: 31_536_000 }, wrong('ttl')],
    ['an unknown urgency', { ...PUSH, urgency: 'high\r\nX: 1' }, wrong('urgency')],
    ['a status of no HTTP', { type: 'push-result', id: 1, status: 1000 }, wrong('status')],
    ['a negative number of tokens', { type: 'tokens-kept', kept: -1, refused: 0 }, wrong('kept')],
    [
      'ICE servers without URLs',
      { type: 'session-open', session: 's', tokenId: 't', iceServers: [{}] },
      wrong('iceServers.0'),
    ],
    [
      'more ICE servers than a session may have',
      { ...SESSION_OPEN, iceServers: Array.from({ length: 65 }, () => STUN) },
      wrong('iceServers'),
    ],
    ['a long token id', { ...SESSION_OPEN, tokenId: 't'.repeat(4097) }, wrong('tokenId')],
  ];
  test.each(rows)('%s', (_, wire, failure) => {
    expect(parse(wire)).toEqual(failure);
  });

  test('the reason of parseAttachmentMessage never quotes a secret', () => {
    const parsed = parse({ type: 'prove', token: { hunter2: 'hunter2' } });
    expect(parsed).toEqual(wrong('token'));
  });
});

const verbatim = (message: string): object => ({
  ok: true,
  value: { type: 'session-message', session: 's', message, verbatim: true },
});

describe('verbatim session messages', () => {
  const tooLong = { ok: false, reason: `longer than ${MAX_ATTACHMENT_TEXT_LENGTH} characters` };
  const most = 'x'.repeat(MAX_ATTACHMENT_TEXT_LENGTH - '>s\n'.length);
  const rows: [string, string, object][] = [
    ['the first line is the id, the rest the message', '>s\n{"type":3}', verbatim('{"type":3}')],
    ['further lines belong to the message', '>s\na\n>b\n', verbatim('a\n>b\n')],
    ['an empty message', '>s\n', verbatim('')],
    ['no line feed', '>s', wrong('session')],
    ['no id', '>\n{}', wrong('session')],
    ['only the mark', '>', wrong('session')],
    ['a long id', `>${'s'.repeat(129)}\n{}`, wrong('session')],
    ['the longest text', `>s\n${most}`, verbatim(most)],
    ['a text beyond the limit', `>s\n${most}x`, tooLong],
  ];
  test.each(rows)('%s', (_, wire, result) => {
    expect(parseAttachmentMessage(wire)).toEqual(result);
  });

  test('are encoded behind a line with the session id', () => {
    const message = { type: 'session-message', session: 's', message: '{"type":3}', verbatim: true } as const;
    expect(encodeAttachmentMessage(message)).toBe('>s\n{"type":3}');
  });
});

test('a client’s frame of 64 KiB fits into an attachment message, whatever it holds', () => {
  const message = '\u0001'.repeat(64 * 1024);
  const value = { type: 'session-message', session: 's', message } as const;
  expect(parseAttachmentMessage(encodeAttachmentMessage(value))).toEqual({ ok: true, value });
});

test('the largest number of hashes fits into one attachment message', () => {
  const hashes = Array.from({ length: 4096 }, () => HASH);
  const value = { type: 'tokens', hashes, more: true } as const;
  expect(parseAttachmentMessage(encodeAttachmentMessage({ ...value, hashes }))).toEqual({ ok: true, value });
});

test('a malformed list of features is dropped and the attached message still accepted', () => {
  for (const features of [null, 'tokens/1', [1], {}])
    expect(parse({ type: 'attached', features })).toEqual({ ok: true, value: { type: 'attached' } });
  for (const pushKey of [null, 7, 'short', `${PUSH_KEY}a`])
    expect(parse({ type: 'attached', pushKey })).toEqual({ ok: true, value: { type: 'attached' } });
});

test('parseAttachmentMessage reverses encodeAttachmentMessage', () => {
  fc.assert(
    fc.property(attachmentMessage, (value) => {
      expect(parseAttachmentMessage(encodeAttachmentMessage(value))).toEqual({ ok: true, value });
    }),
  );
});

test('parseAttachmentMessage returns a message or a reason for any text and any JSON in any field', () => {
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
