/** @module Requests and responses between a device's page and its server, and the messages of the page. */
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bytesOf, bodyText } from '../http/tcp-stream.fixture.ts';
import type { Field } from '../http/fields.ts';
import { typedPath } from '../page-path.ts';
import { allowShim } from './allow-shim.ts';
import { answerForPage } from './answer-for-page.ts';
import { decoded } from './content-coding.ts';
import { insertShim } from './insert-shim.ts';
import { MessageBudget } from './message-budget.ts';
import { ownLocation } from './response-fields.ts';
import { parsePageMessage, type AskedRequest } from './page-message.ts';
import { requestFields } from './request-fields.ts';

const ORIGIN = 'https://abc.devices.example';
const shim = { origin: ORIGIN, nonce: 'N' };
const SCRIPT = `${ORIGIN}/.longwire/shim.js`;
const TAG = '<script src="/.longwire/shim.js" nonce="N"></script>';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield bytesOf(text.slice(at, at + size));
}

describe('the shim in a document', () => {
  test.each([
    ['', '<p>x'],
    ['<!doctype html>', '<p>x'],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\r\n<HTML>\n<HEAD>', '<TITLE>x</TITLE>'],
    ['<!-- a > b --><html lang="a>b"><head data-x=\'<script>\'>', '<script>x</script>'],
    ['<html>', '<header>x</header>'],
    ['\u00ef\u00bb\u00bf<!doctype html><html><head>', '<meta charset="utf-8">'],
    ['<!doctype html>', 'text'],
    ['<html><head>', ''],
    ['  \n', '<script>x</script>'],
  ])('is inserted between %j and %j', async (before, after) => {
    for (const size of [1, 3, 1000]) {
      const empty = before + after === '';
      expect(await bodyText(insertShim(inPieces(before + after, size), 'N'))).toBe(
        empty ? '' : before + TAG + after,
      );
    }
  });

  test.each([
    ['a comment', `<!-- ${'x'.repeat(16_000)}`],
    ['spaces', ' '.repeat(16_000)],
  ])('%s of 16 KB that comes byte by byte takes no half a minute', async (_, prologue) => {
    const text = `${prologue}<p>x`;
    expect(await bodyText(insertShim(inPieces(text, 1), 'N'))).toHaveLength(text.length + TAG.length);
  });

  test('a UTF-16 document is not changed, and one with an endless prologue gets the shim at its start', async () => {
    const wide = '\u00ff\u00fe<\0p\0';
    expect(await bodyText(insertShim(inPieces(wide, 2), 'N'))).toBe(wide);
    const long = `<!-- ${'x'.repeat(40_000)}`;
    expect(await bodyText(insertShim(inPieces(long, 1000), 'N'))).toBe(TAG + long);
  });

  test('no byte of any document is lost when the shim is inserted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.nat({ max: 20 }), async (text, size) => {
        const latin = bytesOf(text).reduce((all, byte) => all + String.fromCharCode(byte), '');
        const out = await bodyText(insertShim(inPieces(`<!doctype html>${latin}`, size + 1), 'N'));
        expect(out.replace(TAG, '')).toBe(`<!doctype html>${latin}`);
      }),
    );
  });
});

test.each([
  ["default-src 'self'", `default-src 'self'; script-src 'self' ${SCRIPT}`],
  ["script-src 'none'; frame-ancestors 'none'", `script-src ${SCRIPT}`],
  ["script-src 'unsafe-inline'", `script-src 'unsafe-inline' ${SCRIPT}`],
  ["script-src 'nonce-x' 'strict-dynamic'", "script-src 'nonce-x' 'strict-dynamic' 'nonce-N'"],
  [
    "default-src 'self'; script-src a; script-src-elem b",
    `default-src 'self'; script-src a; script-src-elem b ${SCRIPT}`,
  ],
  ['img-src *', 'img-src *'],
  ["default-src 'none', script-src x", `default-src 'none'; script-src ${SCRIPT}, script-src x ${SCRIPT}`],
])('the content security policy %s allows the shim', (policy, expected) => {
  expect(allowShim(policy, shim)).toBe(expected);
});

test.each([
  ['/a?b#c', '/a?b#c'],
  ['next', 'next'],
  ['https://abc.devices.example/a?b#c', '/a?b#c'],
  ['http://abc.devices.example:8080/a', '/a'],
  ['//192.168.1.20/login', '/login'],
  ['http://10.0.0.1', '/'],
  ['https://camera.local/x', '/x'],
  ['http://camera/x', '/x'],
  ['https://vendor.example/x', 'https://vendor.example/x'],
  ['http://172.32.0.1/', 'http://172.32.0.1/'],
  ['mailto:a@b', 'mailto:a@b'],
])('a redirect to %s stays on the device’s origin if it leads to the device', (location, expected) => {
  expect(ownLocation(location, ORIGIN)).toBe(expected);
});

test.each([
  ['/a b', '/a%20b'],
  ['status?x=1', '/status?x=1'],
  [`${ORIGIN}/x`, '/x'],
  ['https://elsewhere.example/', undefined],
  ['//elsewhere.example/', undefined],
  ['/.longwire/page.html', undefined],
  ['javascript:alert(1)', '/javascript:alert(1)'],
])('the typed address %s is resolved to a path of the device', (text, expected) => {
  expect(typedPath(text, ORIGIN)).toBe(expected);
});

const asked: AskedRequest = {
  method: 'POST',
  target: '/form',
  fields: [
    ['content-type', 'a/b'],
    ['Cookie', 'evil=1'],
    ['host', 'evil'],
    ['Transfer-Encoding', 'chunked'],
    ['accept', 'x/y'],
  ],
  referrer: `${ORIGIN}/page`,
  userAgent: 'Browser',
  isNavigation: true,
  hasBody: true,
  saveAs: undefined,
};

test('a page’s request gets the fields that a browser adds, and none that a page may not set', () => {
  expect(requestFields(asked, { origin: ORIGIN, cookie: 'a=1', languages: ['de', 'en'] })).toEqual([
    ['Host', 'abc.devices.example'],
    ['User-Agent', 'Browser'],
    ['Cookie', 'a=1'],
    ['content-type', 'a/b'],
    ['accept', 'x/y'],
    ['Accept-Encoding', 'gzip'],
    ['Accept-Language', 'de, en'],
    ['Referer', `${ORIGIN}/page`],
    ['Origin', ORIGIN],
  ]);
});

test('a page’s response has only the fields that apply to it', async () => {
  const fields = [
    ['Content-Type', 'text/html'],
    ['Content-Length', '4'],
    ['Connection', 'close'],
    ['X-Frame-Options', 'DENY'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['Location', 'http://192.168.0.1/x'],
    ['ETag', '"x"'],
  ] as const;
  const head = { status: 200, statusText: 'OK', minorVersion: 1, fields };
  const given = { head, hasBody: true, body: inPieces('<p>x', 1), cancel: () => undefined };
  const answer = answerForPage(asked, given, shim);
  expect(answer.cookies).toEqual(['a=1', 'b=2']);
  expect(answer.fields).toEqual([
    ['Content-Type', 'text/html'],
    ['Location', '/x'],
    ['ETag', '"x"'],
  ]);
  expect(await bodyText(answer.body)).toBe(`${TAG}<p>x`);
  const plain = answerForPage(
    { ...asked, isNavigation: false },
    { ...given, body: inPieces('<p>x', 1) },
    shim,
  );
  expect(await bodyText(plain.body)).toBe('<p>x');
  expect(plain.fields).toContainEqual(['Content-Length', '4']);
});

test.each([
  ['text/html; charset=utf-8', 'document'],
  ['TEXT/PLAIN', 'document'],
  ['image/png', 'document'],
  ['video/mp4', 'document'],
  ['application/json', 'document'],
  ['application/xhtml+xml', 'document'],
  ['multipart/x-mixed-replace; boundary=x', 'document'],
  [undefined, 'document'],
  ['application/octet-stream', 'file'],
  ['application/zip', 'file'],
  ['application/pdf', 'file'],
  ['application/jsonx', 'file'],
  ['text/csv', 'file'],
  ['font/woff2', 'file'],
])('a response of type %s to a navigation becomes a %s', (type, expected) => {
  const fields = type === undefined ? [] : ([['Content-Type', type]] as const);
  const answer = (status: number, more: Partial<AskedRequest> = {}, given: readonly Field[] = fields) =>
    answerForPage(
      { ...asked, ...more },
      {
        head: { status, statusText: '', minorVersion: 1, fields: given },
        hasBody: true,
        body: inPieces('x', 1),
        cancel: () => undefined,
      },
      shim,
    ).shows;
  expect(answer(200)).toBe(expected);
  expect(answer(200, {}, [...fields, ['Content-Disposition', 'Attachment; filename=x']])).toBe('file');
  expect(answer(404)).toBe('document');
  expect(answer(204)).toBe('nothing');
  expect(answer(200, { isNavigation: false })).toBe('nothing');
  expect(answer(200, { isNavigation: false, saveAs: '' })).toBe('file');
  expect(answer(404, { isNavigation: false, saveAs: '' })).toBe('nothing');
});

test('a content coding is removed, and invalid data in it is an error', async () => {
  const head = {
    status: 200,
    statusText: '',
    minorVersion: 1,
    fields: [['Content-Encoding', 'gzip']] as const,
  };
  const zipped = new Response(new Blob(['hello']).stream().pipeThrough(new CompressionStream('gzip')));
  const bytes = new Uint8Array(await zipped.arrayBuffer());
  const given = (of: Uint8Array): Parameters<typeof answerForPage>[1] => ({
    head,
    hasBody: true,
    body: inPieces(String.fromCharCode(...of), 1000),
    cancel: () => undefined,
  });
  const good = answerForPage(asked, given(bytes), shim);
  expect([await bodyText(good.body), good.fields]).toEqual(['hello', []]);
  await expect(bodyText(answerForPage(asked, given(bytesOf('no gzip')), shim).body)).rejects.toThrow(
    TypeError,
  );
});

test('a compressed body is decompressed in small chunks, and only as far as it is read', async () => {
  const sizes: number[] = [];
  class Unpacking extends TransformStream<Uint8Array, Uint8Array> {
    constructor() {
      super({
        transform(piece, controller) {
          sizes.push(piece.length);
          controller.enqueue(piece);
        },
      });
    }
  }
  vi.stubGlobal('DecompressionStream', Unpacking);
  onTestFinished(() => void vi.unstubAllGlobals());
  const text = 'x'.repeat(10_000);
  expect(await bodyText(decoded(inPieces(text, 10_000), 'gzip'))).toBe(text);
  expect(sizes).toEqual([4096, 4096, 1808]);
  let isOver = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(256 * 1024);
    } finally {
      isOver = true;
    }
  }
  for await (const _piece of decoded(endless(), 'gzip')) break;
  await expect.poll(() => isOver).toBe(true);
});

describe('the messages of a page', () => {
  const fetch = { ...asked, type: 'fetch' };
  test('can be a request', () => {
    expect(parsePageMessage({ ...fetch, method: 'post' })).toEqual({ kind: 'fetch', request: asked });
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['no type', {}],
    ['an unknown type', { type: 'stream', port: 22 }],
    ['a target on another host', { ...fetch, target: 'http://evil/' }],
    ['a target that is too long', { ...fetch, target: `/${'x'.repeat(20_000)}` }],
    ['an invalid method', { ...fetch, method: 'GET\r\nX: y' }],
    ['a field with a line break', { ...fetch, fields: [['a', 'b\r\nc: d']] }],
    ['an invalid field name', { ...fetch, fields: [['a b', 'c']] }],
    ['too many fields', { ...fetch, fields: Array.from({ length: 101 }, () => ['a', 'b']) }],
    ['no fields', { ...fetch, fields: 'a: b' }],
    ['an invalid WebSocket protocol', { type: 'socket', target: '/', protocols: ['a b'] }],
    ['a cookie without a path', { type: 'cookie', text: 'a=1' }],
    ['a file that is not a Blob', { type: 'file', name: 'x', blob: { size: 1 } }],
    ['a file without a name', { type: 'file', blob: new Blob() }],
    ['a link that is not a URL', { type: 'link', url: 'elsewhere' }],
    ['a link to a script', { type: 'link', url: 'javascript:alert(1)' }],
    ['a link to a program', { type: 'link', url: 'ssh://elsewhere.example' }],
    ['a link whose user name looks like a host', { type: 'link', url: 'https://bank.example@evil.example/' }],
    ['a link that is too long', { type: 'link', url: `https://evil.example/${'x'.repeat(2048)}` }],
  ])('are ignored if they are invalid: %s', (_what, data) => {
    expect(parsePageMessage(data)).toBeUndefined();
  });

  test('can be a link, which is shown as the browser would request it', () => {
    const url = 'https://ELSEWHERE.example\\x y\u202E';
    expect(parsePageMessage({ type: 'link', url })).toEqual({
      kind: 'link',
      url: 'https://elsewhere.example/x%20y%E2%80%AE',
    });
  });

  test('are parsed without an exception for any input', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom('fetch', 'socket', 'cookie', 'location', 'file', 'link'),
        (value, type) => {
          expect(parsePageMessage(value)?.kind).toBeUndefined();
          const rest = { fields: value, protocols: value, text: value, path: value, blob: value, url: value };
          parsePageMessage({ type, target: value, name: value, ...rest });
        },
      ),
    );
  });
});

test('are limited, by a budget that grows with time', () => {
  let now = 0;
  const budget = new MessageBudget(() => now);
  let sent = 0;
  while (budget.spend()) sent += 1;
  expect(sent).toBe(20_000);
  now = 1000;
  expect([budget.spend(4_000), budget.spend(4_000)]).toEqual([true, false]);
});
