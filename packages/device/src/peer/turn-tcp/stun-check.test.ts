/** @module The vector of RFC 5769 section 2.1 with its own and other tiebreakers; checksums were computed with Python's hmac and zlib. */
import { expect, test } from 'vitest';
import { withMappedAddress, withTiebreaker } from './stun-check.ts';

const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';
const HEAD =
  '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff';
const NAME = '000600096576746a3a68367659202020';
const OWN = `${HEAD}80290008932ff9b151263b36${NAME}000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf`;
const CONTROLLED_ZERO = `${HEAD}802900080000000000000000${NAME}00080014bc12481af84dff60defb39b555ca807555f229c6802800040a2327b9`;
const CONTROLLED_ONE = `${HEAD}802900080000000000000001${NAME}00080014187ba903fab5cc8ae5aaeaac20fd4137d6c5bad6802800047ba34407`;
const CONTROLLING_ZERO = `${HEAD}802a00080000000000000000${NAME}000800140dd65f577a005afcef9d62389b4bc5b2f1aa5c7e80280004ffc8fe39`;
const CONTROLLING_ONE = `${HEAD}802a00080000000000000001${NAME}00080014b0c85b390898927e3bdc5e801a470985fe3111f380280004b9f23131`;

const bytes = (hexadecimal: string): Uint8Array => new Uint8Array(Buffer.from(hexadecimal, 'hex'));

test.each([
  ['controlled', CONTROLLED_ZERO, CONTROLLED_ONE],
  ['controlling', CONTROLLING_ZERO, CONTROLLING_ONE],
])('replaces a zero tiebreaker by one and signs the check again: %s', (_, zero, one) => {
  expect(Buffer.from(withTiebreaker(bytes(zero), PASSWORD) ?? []).toString('hex')).toBe(one);
});

test('withTiebreaker does not modify its input', () => {
  for (const text of [CONTROLLED_ZERO, OWN]) {
    const message = Buffer.from(text, 'hex');
    for (const password of [PASSWORD, 'another']) withTiebreaker(message, password);
    expect(message.toString('hex')).toBe(text);
  }
});

test('leaves checks with a tiebreaker other than zero alone', () => {
  expect(withTiebreaker(bytes(OWN), PASSWORD)).toBeUndefined();
  expect(withTiebreaker(bytes(CONTROLLED_ONE), PASSWORD)).toBeUndefined();
});

test('does not sign a check whose signature is wrong: another password, or one flipped bit before the signature', () => {
  expect(withTiebreaker(bytes(CONTROLLED_ZERO), `${PASSWORD}x`)).toBeUndefined();
  const check = bytes(CONTROLLED_ZERO);
  const signatureEnd = check.length - 8;
  for (let index = 0; index < signatureEnd; index += 1) {
    const changed = Uint8Array.from(check);
    changed[index] = (changed[index] ?? 0) ^ 0x01;
    expect(withTiebreaker(changed, PASSWORD), `byte ${index}`).toBeUndefined();
  }
});

test('leaves truncated messages and messages that are not checks alone', () => {
  const check = bytes(CONTROLLED_ZERO);
  for (let length = 0; length < check.length; length += 1) {
    expect(withTiebreaker(check.subarray(0, length), PASSWORD), `${length} bytes`).toBeUndefined();
  }
  for (const text of ['', '16fefd', '0101'.padEnd(40, '0'), `0111${CONTROLLED_ZERO.slice(4)}`]) {
    expect(withTiebreaker(bytes(text), PASSWORD)).toBeUndefined();
  }
});

test('ignores a role attribute after the signature', () => {
  const [before = '', after = ''] = OWN.split('8029000893');
  const body = `${before.slice(8)}${after.slice(14)}`;
  expect(withTiebreaker(bytes(`00010058${body}802900080000000000000000`), PASSWORD)).toBeUndefined();
});

/** RFC 5769 section 2.2, and the same with another address. */
const [SEEN, OF_RELAY] = [
  '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a643' +
    '000800142b91f599fd9e90c38c7489f92af9ba53f06be7d780280004c07d4c96',
  '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001e8c1ea12d543' +
    '00080014673e2449aacaaba7af91607963d1b8c5840ec9c3802800046d86ea2d',
];

test('replaces the address in an answer by the relay’s and signs it again', () => {
  const relay = { address: '203.0.113.1', port: 51_667 };
  const message = Buffer.from(SEEN, 'hex');
  expect(Buffer.from(withMappedAddress(message, relay, PASSWORD) ?? []).toString('hex')).toBe(OF_RELAY);
  expect(message.toString('hex')).toBe(SEEN);
  for (const other of [bytes(OWN), message.subarray(0, 60), bytes('16feff')])
    expect(withMappedAddress(other, relay, PASSWORD)).toBeUndefined();
});
