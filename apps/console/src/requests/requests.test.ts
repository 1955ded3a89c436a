import { describe, expect, test } from 'vitest';
import { bytesToHex, utf8Decode, utf8Encode } from '../bytes.ts';
import { en } from '../messages/en.ts';
import { encodeCbor } from '../wire.ts';
import { cborToJson, jsonToCbor } from './cbor-json.ts';
import { readDraft, type DraftFormat } from './payload-draft.ts';
import { hexDump, viewOfAnswer } from './answer-view.ts';
import { addToHistory, MAX_HISTORY, RequestMemory } from './request-history.ts';

const read = (format: DraftFormat, text: string, path = '/x') =>
  readDraft({ method: 'POST', path, format, text }, en.check);
const view = (contentFormat: number, payload: Uint8Array) =>
  viewOfAnswer({ statusCode: 205, contentFormat, payload }, en.requests);

describe('the payload editor', () => {
  test('no payload goes without a content format', () => {
    expect(read('none', 'ignored')).toEqual({ ok: true });
  });

  test.each([
    ['text', 'hällo', 0, 'hällo'],
    ['xml', '<a/>', 41, '<a/>'],
    ['link', '</a>', 40, '</a>'],
    ['json', '{"a": 1}', 50, '{"a": 1}'],
  ] as const)('%s is sent as it is typed', (format, text, contentFormat, sent) => {
    const draft = read(format, text);
    expect(draft).toMatchObject({ ok: true, contentFormat });
    expect(draft.ok && utf8Decode(draft.payload ?? new Uint8Array())).toBe(sent);
  });

  test('hex, with spaces, and CBOR written as JSON', () => {
    const hex = read('hex', '00 FF\n10');
    expect(hex.ok && bytesToHex(hex.payload ?? new Uint8Array())).toBe('00ff10');
    const cbor = read('cbor', '{"on": true, "raw": {"$hex": "0a0b"}}');
    expect(cbor.ok && bytesToHex(cbor.payload ?? new Uint8Array())).toBe(
      bytesToHex(encodeCbor({ on: true, raw: Uint8Array.of(10, 11) })),
    );
  });

  test.each([
    ['json', '{'],
    ['cbor', ''],
    ['hex', 'abc'],
    ['cbor', '{"$hex": "x"}'],
  ] as const)('%s %j is refused at the payload', (format, text) => {
    const draft = read(format, text);
    expect(draft.ok ? {} : Object.keys(draft.errors)).toEqual(['payload']);
  });

  test('a path begins with a slash', () => {
    expect(read('none', '', 'info')).toEqual({ ok: false, errors: { path: en.check.path } });
    expect(read('hex', 'x', 'info')).toEqual({
      ok: false,
      errors: { path: en.check.path, payload: en.check.hex },
    });
  });
});

describe('an answer', () => {
  test('by its format', () => {
    expect(view(50, utf8Encode('{"a":1}')).body).toBe('{\n  "a": 1\n}');
    expect(view(60, encodeCbor({ a: Uint8Array.of(1) })).body).toBe('{\n  "a": {\n    "$hex": "01"\n  }\n}');
    expect(view(0, utf8Encode('hello')).body).toBe('hello');
    expect(view(40, utf8Encode('</a>,</b>')).body).toBe('</a>,\n</b>');
    expect(view(42, Uint8Array.of(0x41, 0)).body).toBe(hexDump(Uint8Array.of(0x41, 0)));
    expect(view(9999, Uint8Array.of(1))).toMatchObject({ formatName: 'format 9999' });
  });

  test('what is not what it says is shown as bytes', () => {
    expect(view(50, utf8Encode('{'))).toMatchObject({ isUndecodable: true, body: hexDump(utf8Encode('{')) });
    expect(view(60, Uint8Array.of(0xff))).toMatchObject({ isUndecodable: true });
  });

  test('JSON that nests without end is shown as it came', () => {
    const deep = `${'['.repeat(20_000)}"]"${']'.repeat(20_000)}`;
    expect(view(50, utf8Encode(deep))).toMatchObject({ isUndecodable: false, body: deep });
    const flat = `[${'"[",'.repeat(100)}0]`;
    expect(view(50, utf8Encode(flat)).body).toContain('\n  "[",\n');
  });

  test('status in the form of CoAP, with its word; no payload has no format', () => {
    expect(viewOfAnswer({ statusCode: 404 }, en.requests)).toEqual({
      status: '4.04',
      statusWord: 'Not found',
      isGood: false,
      size: 0,
      formatName: undefined,
      body: '',
      isUndecodable: false,
    });
  });

  test('markup stays text, and names of objects stay names', () => {
    expect(view(0, utf8Encode('<img onerror=alert(1)>')).body).toBe('<img onerror=alert(1)>');
    const odd = jsonToCbor(JSON.parse('{"__proto__": {"a": 1}}'));
    expect(cborToJson(odd)).toContain('__proto__');
    expect(Reflect.get({}, 'a')).toBeUndefined();
  });

  test('rows of sixteen bytes', () => {
    const [first, second] = hexDump(Uint8Array.from({ length: 17 }, (_, index) => index + 60)).split('\n');
    expect(first).toBe('0000  3c 3d 3e 3f 40 41 42 43 44 45 46 47 48 49 4a 4b  <=>?@ABCDEFGHIJK');
    expect(second?.startsWith('0010  4c ')).toBe(true);
  });
});

test('the history is newest first and bounded; drafts are kept per device', () => {
  const draft = { method: 'GET', path: '/a', format: 'none', text: '' } as const;
  let history = addToHistory([], { draft, status: '2.05', isGood: true });
  for (let count = 0; count < MAX_HISTORY + 5; count += 1) {
    history = addToHistory(history, { draft, status: undefined, isGood: false });
  }
  expect(history).toHaveLength(MAX_HISTORY);
  expect(new Set(history.map(({ id }) => id)).size).toBe(MAX_HISTORY);
  const memory = new RequestMemory();
  memory.keepDraft('a', draft);
  expect([memory.draft('a'), memory.draft('b').path]).toEqual([draft, '/']);
  expect(memory.history('a')).toEqual([]);
});
