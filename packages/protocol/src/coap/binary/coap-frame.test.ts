/**
 * @module Messages by hand. Sources: RFC 7252 appendix A, RFC 7641 section 1.2, RFC 7959 section 3 and RFC 8323 sections 3.2, 5 and 6.2
 * (UDP's version, type and message id, and TCP's length, left out), and what libcoap 4.3.1 sent.
 */
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../../bytes/hex.ts';
import { utf8Encode } from '../../bytes/utf8.ts';
import { encodeAbort } from './abort.ts';
import { encodeBlock } from './block.ts';
import { CoapCode } from './coap-code.ts';
import { encodeCoapFrame, MAX_COAP_OPTIONS, parseCoapFrame, type CoapFrame } from './coap-frame.ts';
import { CoapOptionNumber, pathOptions, uintOption } from './coap-option.ts';
import { encodeCsm } from './csm.ts';

const { BLOCK1, BLOCK2, OBSERVE } = CoapOptionNumber;
const hex = (text: string): Uint8Array => hexToBytes(text.replaceAll(' ', ''));
const none = new Uint8Array(0);
const temperature = 'bb 74 65 6d 70 65 72 61 74 75 72 65';
const status = 'b6 73 74 61 74 75 73';
const options = 'b7 6f 70 74 69 6f 6e 73';

const vectors: readonly (readonly [string, string, CoapFrame])[] = [
  // RFC 7252 appendix A
  [
    'a GET',
    `00 01 ${temperature}`,
    { code: CoapCode.GET, token: none, options: pathOptions('/temperature') },
  ],
  [
    'its answer',
    '00 45 ff 32 32 2e 33 20 43',
    { code: 0x45, token: none, options: [], payload: utf8Encode('22.3 C') },
  ],
  // the same with a token
  [
    'a GET with a token',
    `01 01 20 ${temperature}`,
    { code: CoapCode.GET, token: hex('20'), options: pathOptions('/temperature') },
  ],
  // RFC 8323 section 3.2
  ['nothing but a token', '01 43 7f', { code: CoapCode.VALID, token: hex('7f'), options: [] }],
  // RFC 7641 section 1.2
  [
    'a registration',
    '01 01 4a 60 5b 74 65 6d 70 65 72 61 74 75 72 65',
    {
      code: CoapCode.GET,
      token: hex('4a'),
      options: [uintOption(OBSERVE, 0), ...pathOptions('/temperature')],
    },
  ],
  [
    'a notification',
    '01 45 4a 61 0c ff 32 32 2e 39 20 43 65 6c',
    { code: 0x45, token: hex('4a'), options: [uintOption(OBSERVE, 12)], payload: utf8Encode('22.9 Cel') },
  ],
  // RFC 7959 section 3.1, 2:1/0/128
  [
    'a GET of a block',
    `00 01 ${status} c1 13`,
    {
      code: CoapCode.GET,
      token: none,
      options: [...pathOptions('/status'), encodeBlock(BLOCK2, { num: 1, more: false, szx: 3 })],
    },
  ],
  // RFC 7959 section 3.2, 1:0/1/128, without its payload
  [
    'a PUT of a block',
    `00 03 ${options} d1 03 0b`,
    {
      code: CoapCode.PUT,
      token: none,
      options: [...pathOptions('/options'), encodeBlock(BLOCK1, { num: 0, more: true, szx: 3 })],
    },
  ],
  // RFC 8323 section 5.4
  ['a Ping', '01 e2 42', { code: CoapCode.PING, token: hex('42'), options: [] }],
  // the forms of RFC 7252 section 3.1: deltas and lengths of 12, 13, 268, 269
  [
    'options of one, two and three bytes of head',
    `00 01 c0 d0 00 e0 00 00 0d 00 ${'00'.repeat(13)}`,
    {
      code: CoapCode.GET,
      token: none,
      options: [
        { number: 12, value: none },
        { number: 25, value: none },
        { number: 294, value: none },
        { number: 294, value: new Uint8Array(13) },
      ],
    },
  ],
];

describe.each(vectors)('the CoAP message %s', (_, text, frame) => {
  test('is encoded', () => expect(encodeCoapFrame(frame)).toEqual(hex(text)));
  test('is parsed', () => expect(parseCoapFrame(hex(text))).toEqual({ ok: true, value: frame }));
});

test('encodeCsm writes a CSM like libcoap 4.3.1', () => {
  expect(encodeCsm({ maxMessageSize: 8_388_864, isBlockWise: true })).toEqual(hex('00 e1 23 80 01 00 20'));
});

test('encodeAbort writes an Abort with and without the option of a CSM', () => {
  expect(encodeAbort('no', 5)).toEqual(hex('00 e5 21 05 ff 6e 6f'));
  expect(encodeAbort('')).toEqual(hex('00 e5'));
});

test('encodeCoapFrame sorts options by number and keeps the order of equal ones', () => {
  const shuffled = [...pathOptions('/a/b?x=1'), uintOption(OBSERVE, 0)];
  expect(encodeCoapFrame({ code: 1, token: none, options: shuffled })).toEqual(
    hex('00 01 60 51 61 01 62 43 78 3d 31'),
  );
});

test('encodeCoapFrame omits an empty payload', () => {
  expect(encodeCoapFrame({ code: 1, token: none, options: [], payload: none })).toEqual(hex('00 01'));
});

describe('parseCoapFrame refuses', () => {
  test.each([
    ['nothing', ''],
    ['one byte', '00'],
    ['one with a length of its own', '10 01'],
    ['a token of nine bytes', `09 01 ${'00'.repeat(9)}`],
    ['a token that is cut off', '02 01 aa'],
    ['a payload marker at the end', '00 01 ff'],
    ['an option that is cut off', '00 01 b2 61'],
    ['a delta whose byte is missing', '00 01 d0'],
    ['a delta whose second byte is missing', '00 01 e0 00'],
    ['a length whose byte is missing', '00 01 1d'],
    ['a reserved delta', '00 01 f0 00 00 00'],
    ['a reserved length', '00 01 1f 00 00 00'],
    ['an option number of 65536', '00 01 e0 fe f3'],
  ])('%s', (_, text) => {
    expect(parseCoapFrame(hex(text))).toEqual({
      ok: false,
      reason: expect.stringMatching(/^CoAP message with /u),
    });
  });

  test('a message with too many options', () => {
    expect(
      [MAX_COAP_OPTIONS, MAX_COAP_OPTIONS + 1].map(
        (count) => parseCoapFrame(new Uint8Array(2 + count).fill(1, 1, 2)).ok,
      ),
    ).toEqual([true, false]);
  });
});

test('the highest option number survives a round trip', () => {
  const frame = { code: 1, token: none, options: [{ number: 65_535, value: hex('01') }] };
  expect(parseCoapFrame(encodeCoapFrame(frame))).toEqual({ ok: true, value: frame });
});

test.each<[string, Partial<CoapFrame>]>([
  ['a token of nine bytes', { token: new Uint8Array(9) }],
  ['an option of 65536', { options: [{ number: 65_536, value: none }] }],
  ['a negative option', { options: [{ number: -1, value: none }] }],
  ['half an option', { options: [{ number: 1.5, value: none }] }],
  ['a value of 64 KiB and more', { options: [{ number: 1, value: new Uint8Array(65_805) }] }],
  ['too many options', { options: Array.from({ length: 257 }, () => ({ number: 1, value: none })) }],
])('%s cannot be said', (_, part) => {
  expect(() => encodeCoapFrame({ code: 1, token: none, options: [], ...part })).toThrow(
    expect.objectContaining({ code: 'ERR_REQUEST_INVALID' }),
  );
});

test('parseCoapFrame returns views of the message, without the rest of its buffer', () => {
  const buffer = hex('ee ee 01 02 aa 11 bb ff 01 02');
  const parsed = parseCoapFrame(buffer.subarray(2));
  if (!parsed.ok) throw new Error(parsed.reason);
  const { token, options: read, payload } = parsed.value;
  expect([token, read[0]?.value, payload].map((view) => [view?.buffer === buffer.buffer, view])).toEqual([
    [true, hex('aa')],
    [true, hex('bb')],
    [true, hex('01 02')],
  ]);
});
