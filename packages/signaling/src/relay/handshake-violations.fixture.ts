/** @module Requests that open no WebSocket, by name, and their expected responses. */
import type { RawOutcome } from '../test-support/raw-socket.fixture.ts';

/** Bytes sent on a new connection, and the expected outcome. */
export interface HandshakeCase {
  readonly name: string;
  readonly bytes: string | Uint8Array;
  readonly outcome: RawOutcome;
}

/**
 * A valid handshake for a path and a sub-protocol, with some lines changed: a name without a value omits the
 * line.
 */
export function handshake(
  path: string,
  subprotocol: string,
  changes: Readonly<Record<string, string | undefined>> = {},
  more: readonly string[] = [],
): string {
  const lines: Record<string, string | undefined> = {
    '': `GET ${path} HTTP/1.1`,
    Host: 'x',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Protocol': subprotocol,
    ...changes,
  };
  const written = Object.entries(lines).flatMap(([name, value]) =>
    value === undefined ? [] : [name === '' ? value : `${name}: ${value}`],
  );
  return `${[...written, ...more].join('\r\n')}\r\n\r\n`;
}

const first = (line: string): Record<string, string> => ({ '': line });
const status = (code: number): RawOutcome => ({ kind: 'status', status: code });
const OPEN: RawOutcome = { kind: 'open' };
const CUT: RawOutcome = { kind: 'cut' };
const closed = (code: number): RawOutcome => ({ kind: 'close', code });

/** Every case, for the endpoint of clients or of devices. */
export function handshakeCases(path: string, subprotocol: string): HandshakeCase[] {
  const good = handshake(path, subprotocol);
  const change = (
    name: string,
    outcome: RawOutcome,
    changes: Readonly<Record<string, string | undefined>>,
    more: readonly string[] = [],
  ): HandshakeCase => ({ name, bytes: handshake(path, subprotocol, changes, more), outcome });
  const allowed: HandshakeCase[] = [
    { name: 'as it has to be', bytes: good, outcome: OPEN },
    change('with a query', OPEN, first(`GET ${path}?x=1#y HTTP/1.1`)),
    change('in other letters', OPEN, { Upgrade: 'WebSocket', Connection: 'keep-alive, UPGRADE' }),
    change('with an unknown extension', OPEN, { 'Sec-WebSocket-Extensions': 'x-none; a=1' }),
    change('with an extension that cannot be read', OPEN, { 'Sec-WebSocket-Extensions': ';;;=' }),
    change('with compression offered', OPEN, { 'Sec-WebSocket-Extensions': 'permessage-deflate' }),
    change('with another sub-protocol beside', OPEN, { 'Sec-WebSocket-Protocol': `none, ${subprotocol}` }),
    change('with the origin of a sandbox', OPEN, { Origin: 'null' }),
    change('with a body of no bytes', OPEN, { 'Content-Length': '0' }),
  ];

  const methods: HandshakeCase[] = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'].map(
    (method) => change(`the method ${method}`, status(405), first(`${method} ${path} HTTP/1.1`)),
  );

  const requestLines: HandshakeCase[] = [
    change('CONNECT, which is for proxies', CUT, first('CONNECT x:1 HTTP/1.1')),
    change('an unknown method', status(400), first(`WEBSOCKET ${path} HTTP/1.1`)),
    change('a method in small letters', status(400), first(`get ${path} HTTP/1.1`)),
    change('HTTP/1.0, in which there are no upgrades', status(400), first(`GET ${path} HTTP/1.0`)),
    change('HTTP/0.9', status(400), first(`GET ${path}`)),
    change('HTTP/2.0', status(400), first(`GET ${path} HTTP/2.0`)),
    change('HTTP/1.2', status(400), first(`GET ${path} HTTP/1.2`)),
    change('HTTP/11.1', status(400), first(`GET ${path} HTTP/11.1`)),
    change('no version', status(400), first(`GET ${path} `)),
    change('another protocol', status(400), first(`GET ${path} RTSP/1.0`)),
    change('a target that is no path', status(400), first('GET signaling HTTP/1.1')),
    change('a target with a space', status(400), first(`GET ${path} x HTTP/1.1`)),
    { name: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', outcome: status(400) },
    change('a slash at the end of the path', status(404), first(`GET ${path}/ HTTP/1.1`)),
    change('two slashes in the path', status(404), first(`GET /${path} HTTP/1.1`)),
    change('the path in capitals', status(404), first(`GET ${path.toUpperCase()} HTTP/1.1`)),
    change('NUL at the end of the path', status(404), first(`GET ${path}%00 HTTP/1.1`)),
    change('dots in the path', status(404), first(`GET /x/..${path} HTTP/1.1`)),
    change('another path', status(404), first('GET / HTTP/1.1')),
  ];

  const versions: HandshakeCase[] = [
    undefined,
    '',
    '0',
    '7',
    '8',
    '12',
    '14',
    '99',
    '-13',
    '13.0',
    '0x0d',
    '13, 8',
    'thirteen',
  ].map((version) =>
    change(`version ${version ?? 'left out'}`, status(426), { 'Sec-WebSocket-Version': version }),
  );

  const keys: HandshakeCase[] = [
    ['left out', undefined],
    ['empty', ''],
    ['of 15 bytes', Buffer.alloc(15).toString('base64')],
    ['of 17 bytes', Buffer.alloc(17).toString('base64')],
    ['without padding', 'AAAAAAAAAAAAAAAAAAAAAA'],
    ['with characters that are none of base64', 'AAAAAAAAAAAAAAAAAAAA-_=='],
    ['with a space in it', 'AAAAAAAAAA AAAAAAAAAAAA=='],
    ['twice in one line', 'AAAAAAAAAAAAAAAAAAAAAA==, AAAAAAAAAAAAAAAAAAAAAA=='],
    ['very long', 'A'.repeat(4_000)],
  ].map(([name, key]) => change(`a key ${name}`, status(400), { 'Sec-WebSocket-Key': key }));

  const headers: HandshakeCase[] = [
    change('two keys', status(400), {}, ['Sec-WebSocket-Key: BBBBBBBBBBBBBBBBBBBBBB==']),
    change('two versions', status(426), {}, ['Sec-WebSocket-Version: 8']),
    change('two hosts', status(400), {}, ['Host: y']),
    change('no host', status(400), { Host: undefined }),
    change('the same sub-protocol twice', status(400), {}, [`Sec-WebSocket-Protocol: ${subprotocol}`]),
    change('another sub-protocol only', status(400), { 'Sec-WebSocket-Protocol': 'none' }),
    change('a sub-protocol that is no name', status(400), {
      'Sec-WebSocket-Protocol': `${subprotocol}, a b`,
    }),
    change('another upgrade', status(400), { Upgrade: 'h2c' }),
    change('a list of upgrades', status(400), { Upgrade: 'websocket, h2c' }),
    change('two upgrades', status(400), {}, ['Upgrade: h2c']),
    change('no upgrade, which is a request like others', status(404), { Upgrade: undefined }, [
      'Connection: close',
    ]),
    change('an upgrade that the connection does not name', status(404), { Connection: 'close' }),
    change('a space before a colon', status(400), {}, ['X-Header : x']),
    change('a line without a colon', status(400), {}, ['X-Header']),
    change('a header without a name', status(400), {}, [': x']),
    change('a folded header line', status(400), {}, ['X-Header: x\r\n y']),
    change('NUL in a header', status(400), { 'X-Header': 'a\0b' }),
    change('a line feed alone in a header', status(400), { 'X-Header': 'a\nb' }),
    change('a carriage return alone in a header', status(400), { 'X-Header': 'a\rb' }),
    change('DEL in the name of a header', status(400), {}, ['X\x7f: x']),
    change('headers of 20 KB', status(431), { 'X-Header': 'x'.repeat(20_000) }),
    change(
      'many headers of 20 KB together',
      status(431),
      {},
      Array.from({ length: 500 }, (_, index) => `X-${index}: ${'x'.repeat(40)}`),
    ),
    change('a path of 20 KB', status(431), first(`GET ${path}?${'x'.repeat(20_000)} HTTP/1.1`)),
  ];

  const smuggling: HandshakeCase[] = [
    change('a body', status(400), { 'Content-Length': '5' }),
    change('a body in chunks', status(400), { 'Transfer-Encoding': 'chunked' }),
    change('a body of two lengths', status(400), { 'Content-Length': '0' }, ['Content-Length: 5']),
    change('a body of a length and in chunks', status(400), {
      'Content-Length': '5',
      'Transfer-Encoding': 'chunked',
    }),
    change('a body of less than nothing', status(400), { 'Content-Length': '-1' }),
    change('a body of a length with a sign', status(400), { 'Content-Length': '+5' }),
    change('a body of a length that is no number', status(400), { 'Content-Length': '0x5' }),
    change('a body of more than there is', status(400), { 'Content-Length': '9'.repeat(30) }),
    change('a coding that is not chunked', status(400), { 'Transfer-Encoding': 'gzip' }),
    change('a coding after chunked', status(400), { 'Transfer-Encoding': 'chunked, identity' }),
    change('chunked, written to be overlooked', status(400), { 'Transfer-Encoding': ' xchunked' }),
  ];

  const pipelined: HandshakeCase[] = [
    {
      name: 'a request behind it',
      bytes: `${good}GET / HTTP/1.1\r\nHost: x\r\n\r\n`,
      outcome: closed(1002),
    },
    { name: 'another handshake behind it', bytes: `${good}${good}`, outcome: closed(1002) },
    {
      name: 'noise behind it',
      bytes: Buffer.concat([Buffer.from(good), Buffer.from('deadbeefdeadbeef', 'hex')]),
      outcome: closed(1002),
    },
    {
      name: 'a request before it that is not answered yet',
      bytes: `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${good}`,
      outcome: CUT,
    },
    {
      name: 'noise behind one that is refused',
      bytes: `${handshake(path, subprotocol, { 'Sec-WebSocket-Key': 'x' })}${'\xff'.repeat(2_000)}`,
      outcome: status(400),
    },
  ];

  const noise: HandshakeCase[] = [
    { name: 'noise', bytes: Buffer.from('deadbeefdeadbeef0d0a0d0a', 'hex'), outcome: status(400) },
    { name: 'a TLS hello', bytes: Buffer.from('16030102000100', 'hex'), outcome: status(400) },
    {
      name: 'a frame without a handshake',
      bytes: Buffer.from('8180000000000d0a0d0a', 'hex'),
      outcome: status(400),
    },
    { name: 'NULs', bytes: Buffer.alloc(100), outcome: status(400) },
    { name: 'a megabyte of letters', bytes: 'A'.repeat(1_000_000), outcome: status(400) },
    {
      name: 'a header without an end',
      bytes: `${good.slice(0, -4)}\r\nX: ${'x'.repeat(100_000)}`,
      outcome: status(431),
    },
  ];

  return [
    ...allowed,
    ...methods,
    ...requestLines,
    ...versions,
    ...keys,
    ...headers,
    ...smuggling,
    ...pipelined,
    ...noise,
  ];
}
