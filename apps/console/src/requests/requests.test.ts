import { utf8Encode } from '@longwire/protocol/base';
import { describe, expect, test } from 'vitest';
import { encodeCbor } from '@longwire/protocol/cbor';
import { bytesToHex, utf8Decode } from '../bytes.ts';
import { en } from '../messages/en.ts';
import { answerFileName } from './answer-file.ts';
import { bodyOf, isGoodStatus, lineOf, statusText, viewsOf, hexDump, type ViewKind } from './answer-view.ts';
import {
  EMPTY_DRAFT,
  MAX_FILE_BYTES,
  readDraft,
  withQueryApart,
  type DraftFormat,
  type RequestDraft,
} from './payload-draft.ts';

const draft = (part: Partial<RequestDraft>): RequestDraft => ({
  ...EMPTY_DRAFT,
  method: 'POST',
  path: '/x',
  ...part,
});
const read = (part: Partial<RequestDraft>) => readDraft(draft(part), en.check);
const sent = (part: Partial<RequestDraft>): Uint8Array => {
  const { payload } = requestOf(part);
  if (!(payload instanceof Uint8Array)) throw new Error('bytes expected');
  return payload;
};
const requestOf = (part: Partial<RequestDraft>) => {
  const outcome = read(part);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors));
  return outcome.request;
};
const errorsOf = (part: Partial<RequestDraft>) => {
  const outcome = read(part);
  return outcome.ok ? {} : outcome.errors;
};

describe('the payload editor', () => {
  test('sends no content format without a payload', () => {
    expect(requestOf({ format: 'none', text: 'ignored' })).toEqual({ method: 'POST', path: '/x' });
  });

  test.each([
    ['text', 'hällo', 0],
    ['json', '{"a": 1}', 50],
  ] as const)('sends %s as it is typed', (format, text, contentFormat) => {
    expect(requestOf({ format, text }).contentFormat).toBe(contentFormat);
    expect(utf8Decode(sent({ format, text }))).toBe(text);
  });

  test('encodes hex with spaces, and CBOR written as JSON', () => {
    expect(bytesToHex(sent({ format: 'hex', text: '00 FF\n10' }))).toBe('00ff10');
    expect(bytesToHex(sent({ format: 'cbor', text: '{"on": true, "raw": {"$hex": "0a0b"}}' }))).toBe(
      bytesToHex(encodeCbor({ on: true, raw: Uint8Array.of(10, 11) })),
    );
  });

  test('sends the typed content format instead of the default one', () => {
    expect(requestOf({ format: 'text', text: '<a/>', contentFormat: ' 41 ' }).contentFormat).toBe(41);
    expect(errorsOf({ format: 'text', contentFormat: '65536' })).toEqual({
      contentFormat: en.check.contentFormat,
    });
    expect(errorsOf({ format: 'text', contentFormat: 'json' })).toEqual({
      contentFormat: en.check.contentFormat,
    });
    expect(read({ format: 'none', contentFormat: 'ignored' })).toMatchObject({ ok: true });
  });

  test.each([
    ['image/png', 23],
    ['application/cbor', 60],
    ['', 42],
  ])('sends a file of type %j with the content format %s', (type, contentFormat) => {
    const file = new File(['abc'], 'x', { type });
    expect(requestOf({ format: 'file', file })).toMatchObject({ payload: file, contentFormat });
  });

  test('reports a missing file and one that is too large', () => {
    const large = new File([], 'large');
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 });
    expect(errorsOf({ format: 'file' })).toEqual({ payload: en.check.file });
    expect(errorsOf({ format: 'file', file: large })).toEqual({ payload: en.check.file });
  });

  test.each<[DraftFormat, string, RegExp]>([
    ['json', '{', /^This is not JSON: /u],
    ['cbor', '', /^This is not JSON: /u],
    ['hex', 'abc', /^Pairs of hex digits/u],
    ['cbor', '{"$hex": "x"}', /CBOR/u],
    ['cbor', '{"$int": "abc"}', /CBOR/u],
    ['cbor', '{"$int": "99999999999999999999"}', /CBOR/u],
  ])('rejects the %s payload %j', (format, text, payload) => {
    expect(errorsOf({ format, text })).toEqual({ payload: expect.stringMatching(payload) });
  });

  test('requires a path that begins with a slash', () => {
    expect(errorsOf({ path: 'info' })).toEqual({ path: en.check.path });
    expect(errorsOf({ format: 'hex', text: 'x', path: 'info' })).toEqual({
      path: en.check.path,
      payload: en.check.hex,
    });
  });

  test('appends the query to the path, also if it was typed there', () => {
    expect(requestOf({ query: 'a=1&b=2' }).path).toBe('/x?a=1&b=2');
    expect(requestOf({ path: '/x?c=3', query: 'a=1' }).path).toBe('/x?c=3&a=1');
    expect(withQueryApart(draft({ path: '/x?c=3' }))).toMatchObject({ path: '/x', query: 'c=3' });
  });
});

describe('the view of an answer', () => {
  const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

  test.each<[string, number | undefined, Uint8Array, ViewKind, ViewKind[]]>([
    ['formats JSON', 50, utf8Encode('{"a":1}'), 'json', ['json', 'text', 'hex']],
    ['formats CBOR', 60, encodeCbor({ a: Uint8Array.of(1) }), 'cbor', ['cbor', 'hex']],
    ['shows text', 0, utf8Encode('hello'), 'text', ['text', 'hex']],
    [
      'shows text first if JSON has no content format',
      undefined,
      utf8Encode('[1]'),
      'text',
      ['json', 'text', 'hex'],
    ],
    ['lists links', 40, utf8Encode('</a>'), 'links', ['links', 'text', 'hex']],
    ['shows bytes as hex', 42, Uint8Array.of(0x41, 0, 0xff), 'hex', ['hex']],
    ['shows an unknown content format as hex', 9999, Uint8Array.of(0xff), 'hex', ['hex']],
    ['shows an image', 23, PNG, 'image', ['image', 'hex']],
    ['shows an image sent as plain bytes', 42, PNG, 'image', ['image', 'hex']],
  ])('%s', (_name, format, payload, first, kinds) => {
    expect(viewsOf(payload, format)).toEqual({ first, kinds, isUndecodable: false });
  });

  test.each<[string, number, Uint8Array]>([
    ['JSON', 50, utf8Encode('{')],
    ['CBOR', 60, Uint8Array.of(0xff)],
    ['image', 23, utf8Encode('<svg onload="alert(1)">')],
  ])('shows a payload that is not valid %s, despite its content format, as hex', (_name, format, payload) => {
    expect(viewsOf(payload, format)).toMatchObject({ first: 'hex', isUndecodable: true });
  });

  test('shows each format', () => {
    expect(bodyOf('json', utf8Encode('{"a":1}'))).toBe('{\n  "a": 1\n}');
    expect(bodyOf('cbor', encodeCbor({ a: Uint8Array.of(1) }))).toBe('{\n  "a": {\n    "$hex": "01"\n  }\n}');
    expect(bodyOf('links', utf8Encode('</a>,</b>'))).toBe('</a>,\n</b>');
    expect(bodyOf('hex', Uint8Array.of(0x41, 0))).toBe(hexDump(Uint8Array.of(0x41, 0)));
    expect(bodyOf('text', utf8Encode('<img onerror=alert(1)>'))).toBe('<img onerror=alert(1)>');
  });

  test('shows JSON that is nested too deeply unformatted', () => {
    const deep = `${'['.repeat(20_000)}"]"${']'.repeat(20_000)}`;
    expect(bodyOf('json', utf8Encode(deep))).toBe(deep);
    const flat = `[${'"[",'.repeat(100)}0]`;
    expect(bodyOf('json', utf8Encode(flat))).toContain('\n  "[",\n');
  });

  test('shows the beginning of a large payload', () => {
    const large = utf8Encode(JSON.stringify('x'.repeat(2 * 1024 * 1024)));
    expect(viewsOf(large, 50)).toEqual({ first: 'hex', kinds: ['text', 'hex'], isUndecodable: true });
    expect(bodyOf('text', large)).toHaveLength(64 * 1024);
  });

  test('still shows text if a character is cut off at the limit', () => {
    const text = utf8Encode(`x${'ä'.repeat(40_000)}`);
    expect(viewsOf(text, 42).kinds).toContain('text');
  });

  test.each([
    ['JSON', utf8Encode('{ "a":1 }'), 50, '{ "a": 1 }'],
    ['CBOR', encodeCbor({ a: 1 }), 60, '{ "a": 1 }'],
    ['text', utf8Encode('a\n b'), 0, 'a b'],
    ['an image', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 22, undefined],
    ['long text', utf8Encode('ä'.repeat(10_000)), 0, 'ä'.repeat(400)],
  ])('the line of %s', (_, payload, format, line) => expect(lineOf(payload, format)).toBe(line));

  test('the lines of four hundred nested values of a megabyte are made within the time of a test', () => {
    const nested = `${'['.repeat(62)}${'1,'.repeat(500_000)}1${']'.repeat(62)}`;
    const payload = utf8Encode(nested);
    for (let count = 0; count < 400; count += 1) expect(lineOf(payload, 50)).toBe(nested.slice(0, 400));
  });

  test('shows the status in CoAP notation', () => {
    expect([404, 205, 500].map(statusText)).toEqual(['4.04', '2.05', '5.00']);
    expect([199, 200, 299, 300].map(isGoodStatus)).toEqual([false, true, true, false]);
  });

  test('shows hex with offsets and characters', () => {
    expect(hexDump(utf8Encode('0123456789abcdefX'))).toBe(
      [
        '0000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef',
        `0010  58${' '.repeat(45)}  X`,
      ].join('\n'),
    );
  });

  test.each([
    ['/info', 50, 'info.json'],
    ['/files/log.txt', 0, 'log.txt'],
    ['/', 42, 'answer.bin'],
    ['/a/..', 60, 'answer.cbor'],
    ['/x?name=../../etc', 41, 'x.xml'],
    ['/a b<c', undefined, 'a_b_c.txt'],
  ])('the answer of %s in format %s is saved as %s', (path, format, name) => {
    expect(answerFileName(path, Uint8Array.of(1), format)).toBe(name);
  });

  test('a saved image has the extension of its type', () => {
    expect(answerFileName('/snapshot', PNG, 42)).toBe('snapshot.png');
  });
});
