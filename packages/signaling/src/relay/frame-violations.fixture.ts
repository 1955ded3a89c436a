/** @module Frames that RFC 6455 forbids, by name, and the expected outcome for their socket. */
import { closePayload, frame, Opcode, type RawOutcome } from '../test-support/raw-socket.fixture.ts';

/** The largest frame that the service under test accepts. */
export const FRAME_LIMIT = 4_096;

/** Bytes sent on an open WebSocket, and the expected outcome. */
export interface FrameCase {
  readonly name: string;
  readonly bytes: readonly Uint8Array[];
  readonly outcome: RawOutcome;
}

const closed = (code: number): RawOutcome => ({ kind: 'close', code });
const OPEN: RawOutcome = { kind: 'open' };
const { continuation, text, binary, close, ping, pong } = Opcode;
const NAMES = new Map<number, string>(Object.entries(Opcode).map(([name, opcode]) => [opcode, name]));
const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const protocolError = (name: string, ...bytes: Uint8Array[]): FrameCase => ({
  name,
  bytes,
  outcome: closed(1002),
});

/** Section 5.2: a reserved bit without a negotiated extension. */
const reservedBits: FrameCase[] = [1, 2, 3, 4, 5, 6, 7].flatMap((reserved) =>
  [text, binary, continuation, close, ping, pong].map((opcode) =>
    protocolError(
      `reserved bits ${reserved.toString(2).padStart(3, '0')} of a ${NAMES.get(opcode)} frame`,
      frame({ opcode, reserved, payload: opcode === close ? closePayload(1000) : 'x' }),
    ),
  ),
);

/** Section 5.2: reserved opcodes. */
const reservedOpcodes: FrameCase[] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap((opcode) => [
  protocolError(`opcode ${opcode}`, frame({ opcode, payload: 'x' })),
  protocolError(`opcode ${opcode}, empty, not the last of its message`, frame({ opcode, fin: false })),
]);

/** Section 5.5: control frames are not fragmented and have at most 125 bytes. */
const controlFrames: FrameCase[] = [close, ping, pong].flatMap((opcode) => [
  protocolError(`a ${NAMES.get(opcode)} frame in fragments`, frame({ opcode, fin: false })),
  protocolError(
    `a ${NAMES.get(opcode)} frame of 126 bytes`,
    frame({ opcode, payload: opcode === close ? closePayload(1000, 'x'.repeat(124)) : 'x'.repeat(126) }),
  ),
  protocolError(
    `a ${NAMES.get(opcode)} frame of a few bytes that are counted in 16 bits`,
    frame({ opcode, payload: 'xx', lengthBits: 16 }),
  ),
  protocolError(
    `a ${NAMES.get(opcode)} frame of a few bytes that are counted in 64 bits`,
    frame({ opcode, payload: 'xx', lengthBits: 64 }),
  ),
]);

/** Section 5.1: client frames are masked. */
const unmasked: FrameCase[] = [text, binary, continuation, close, ping, pong].flatMap((opcode) => [
  protocolError(
    `an unmasked ${NAMES.get(opcode)} frame`,
    frame({ opcode, masked: false, payload: opcode === close ? closePayload(1000) : 'x' }),
  ),
  protocolError(`an unmasked ${NAMES.get(opcode)} frame without content`, frame({ opcode, masked: false })),
]);

/** Section 5.4: fragments belong to a message, and messages do not interleave. */
const fragments: FrameCase[] = [
  protocolError('a continuation of nothing', frame({ opcode: continuation, payload: 'x' })),
  protocolError('a continuation of nothing, not the last', frame({ opcode: continuation, fin: false })),
  protocolError(
    'a continuation after a whole message',
    frame({ opcode: text, payload: 'x' }),
    frame({ opcode: continuation, payload: 'x' }),
  ),
  protocolError(
    'a continuation after the last fragment',
    frame({ opcode: text, payload: 'x', fin: false }),
    frame({ opcode: continuation, payload: 'x' }),
    frame({ opcode: continuation, payload: 'x' }),
  ),
  ...[text, binary].flatMap((first) =>
    [text, binary].map((second) =>
      protocolError(
        `a ${NAMES.get(second)} frame between the fragments of a ${NAMES.get(first)} message`,
        frame({ opcode: first, payload: 'x', fin: false }),
        frame({ opcode: second, payload: 'x' }),
      ),
    ),
  ),
  {
    name: 'a ping between fragments, which is allowed',
    bytes: [
      frame({ opcode: text, payload: 'x', fin: false }),
      frame({ opcode: ping, payload: 'between' }),
      frame({ opcode: continuation, payload: 'x' }),
    ],
    outcome: OPEN,
  },
  {
    name: 'empty fragments, which are allowed',
    bytes: [
      frame({ opcode: text, fin: false }),
      ...Array.from({ length: 20 }, () => frame({ opcode: continuation, fin: false })),
      frame({ opcode: continuation }),
    ],
    outcome: OPEN,
  },
];

/** Section 8.1: text is UTF-8. The sequences are those of RFC 3629 and of the Unicode standard, table 3-7. */
const badUtf8: readonly (readonly [string, string])[] = [
  ['a lone continuation byte', '80'],
  ['a first byte without its second', 'c3'],
  ['a first byte before a letter', 'c3 28'],
  ['a letter in two bytes', 'c1 bf'],
  ['NUL in two bytes', 'c0 80'],
  ['a slash in three bytes', 'e0 80 af'],
  ['three bytes without the third', 'e2 82'],
  ['three bytes with a letter for the third', 'e2 82 28'],
  ['half of a surrogate pair', 'ed a0 80'],
  ['a whole surrogate pair', 'ed a0 bd ed b8 80'],
  ['a slash in four bytes', 'f0 80 80 af'],
  ['four bytes without the fourth', 'f0 9f 98'],
  ['beyond the last character', 'f4 90 80 80'],
  ['a first byte of five', 'f8 88 80 80 80'],
  ['FE', 'fe'],
  ['FF after good text', '68 65 6c 6c 6f ff'],
];

const utf8: FrameCase[] = [
  ...badUtf8.map(([name, bytes]) => ({
    name: `text with ${name}`,
    bytes: [frame({ opcode: text, payload: hex(bytes) })],
    outcome: closed(1007),
  })),
  ...badUtf8
    .filter(([, bytes]) => bytes.length > 2)
    .map(([name, bytes]) => ({
      name: `text in fragments with ${name}`,
      bytes: [
        frame({ opcode: text, payload: hex(bytes).subarray(0, 1), fin: false }),
        frame({ opcode: continuation, payload: hex(bytes).subarray(1) }),
      ],
      outcome: closed(1007),
    })),
  {
    name: 'a character whose bytes are split into four fragments, which is allowed',
    bytes: ['f0', '9f', '98', '80'].map((byte, index) =>
      frame({ opcode: index === 0 ? text : continuation, payload: hex(byte), fin: index === 3 }),
    ),
    outcome: OPEN,
  },
  {
    name: 'bytes that are no text in a binary message, which is allowed',
    bytes: [frame({ opcode: binary, payload: hex('ff fe 80') })],
    outcome: OPEN,
  },
];

/** Sections 5.5.1 and 7.4: valid content of a close frame. */
const closes: FrameCase[] = [
  protocolError('a close frame with half a code', frame({ opcode: close, payload: hex('03') })),
  ...[0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map((code) =>
    protocolError(
      `a close frame with the code ${code}`,
      frame({ opcode: close, payload: closePayload(code) }),
    ),
  ),
  ...['80', 'c3 28', 'ed a0 80', 'ff'].map((bytes) => ({
    name: `a close frame whose reason is no text: ${bytes}`,
    bytes: [frame({ opcode: close, payload: closePayload(1000, hex(bytes)) })],
    outcome: closed(1007),
  })),
  ...[1000, 1001, 1002, 1007, 1011, 3000, 4000, 4999].map((code) => ({
    name: `a close frame with the code ${code}, which is echoed`,
    bytes: [frame({ opcode: close, payload: closePayload(code, 'so long') })],
    outcome: closed(code),
  })),
  {
    name: 'a close frame without a code, which is answered without one',
    bytes: [frame({ opcode: close })],
    outcome: { kind: 'close', code: undefined },
  },
  {
    name: 'anything after a close frame, which is not looked at',
    bytes: [
      frame({ opcode: close, payload: closePayload(1000) }),
      frame({ opcode: 15, reserved: 7, payload: 'x' }),
      hex('deadbeefdeadbeef'),
    ],
    outcome: closed(1000),
  },
];

/** Section 7.4.1: 1009 for a message that is too big to process. */
const sizes: FrameCase[] = [
  {
    name: 'a message of the largest size, which is read',
    bytes: [frame({ opcode: text, payload: 'x'.repeat(FRAME_LIMIT) })],
    outcome: OPEN,
  },
  {
    name: 'a message of the largest size, counted in 64 bits, which is read',
    bytes: [frame({ opcode: text, payload: 'x'.repeat(FRAME_LIMIT), lengthBits: 64 })],
    outcome: OPEN,
  },
  ...([16, 64] as const).flatMap((lengthBits) =>
    [text, binary].map((opcode) => ({
      name: `one byte more in a ${NAMES.get(opcode)} frame, counted in ${lengthBits} bits`,
      bytes: [frame({ opcode, lengthBits, payload: 'x'.repeat(FRAME_LIMIT + 1) })],
      outcome: closed(1009),
    })),
  ),
  ...[65_535n, 65_536n, 2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 62n].map((length) => ({
    name: `a frame that claims ${length} bytes and has none`,
    bytes: [frame({ opcode: text, length })],
    outcome: closed(1009),
  })),
  {
    name: 'a frame that claims 2^63 bytes, which the RFC does not allow',
    bytes: [frame({ opcode: text, length: 2n ** 63n })],
    outcome: closed(1009),
  },
  {
    name: 'a frame that claims 2^64-1 bytes',
    bytes: [frame({ opcode: text, length: 2n ** 64n - 1n })],
    outcome: closed(1009),
  },
  {
    name: 'fragments that are one byte more together',
    bytes: [
      frame({ opcode: text, payload: 'x'.repeat(FRAME_LIMIT), fin: false }),
      frame({ opcode: continuation, payload: 'x' }),
    ],
    outcome: closed(1009),
  },
  {
    name: 'fragments without an end that are too much together',
    bytes: Array.from({ length: 5 }, (_, index) =>
      frame({ opcode: index === 0 ? text : continuation, payload: 'x'.repeat(1_000), fin: false }),
    ),
    outcome: closed(1009),
  },
  {
    name: 'a message in 129 fragments',
    bytes: Array.from({ length: 129 }, (_, index) =>
      frame({ opcode: index === 0 ? text : continuation, payload: 'x', fin: index === 128 }),
    ),
    outcome: closed(1008),
  },
];

/** Bytes that are not frames. */
const noise: FrameCase[] = [
  protocolError('noise', hex('deadbeefdeadbeefdeadbeefdeadbeef')),
  protocolError('an HTTP request on an open WebSocket', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
  protocolError('JSON without a frame', Buffer.from('{"type":3}{"type":3}{"type":3}')),
  protocolError('a TLS hello', hex('16 03 01 02 00 01 00 01 fc 03 03')),
  protocolError('nothing but ones', Buffer.alloc(64, 0xff)),
  protocolError('a good frame, then noise', frame({ opcode: text, payload: 'x' }), hex('ffffffff')),
];

/** Every case; each runs against client and device sockets. */
export const FRAME_CASES: readonly FrameCase[] = [
  ...reservedBits,
  ...reservedOpcodes,
  ...controlFrames,
  ...unmasked,
  ...fragments,
  ...utf8,
  ...closes,
  ...sizes,
  ...noise,
];

const whole = frame({ opcode: text, payload: 'x'.repeat(300) });

/** Truncated frames, by name. */
export const TRUNCATED: readonly (readonly [string, readonly Uint8Array[]])[] = [
  ['nothing of a frame', []],
  ['the first byte', [whole.subarray(0, 1)]],
  ['a part of the length', [whole.subarray(0, 3)]],
  ['a part of the mask', [whole.subarray(0, 6)]],
  ['a part of the content', [whole.subarray(0, 100)]],
  ['all but the last byte', [whole.subarray(0, -1)]],
  ['the first of two fragments', [frame({ opcode: text, payload: 'x', fin: false })]],
  [
    'a ping between fragments',
    [frame({ opcode: text, payload: 'x', fin: false }), frame({ opcode: ping }).subarray(0, 4)],
  ],
  ['half of a close frame', [frame({ opcode: close, payload: closePayload(1000) }).subarray(0, 7)]],
];
