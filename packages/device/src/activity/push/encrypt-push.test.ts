/** @module Push messages: the example of RFC 8291, and what only the browser can read. */
import { createECDH } from 'node:crypto';
import { base64urlDecode, base64urlEncode, utf8Encode } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { PushReceiver } from './decrypt-push.fixture.ts';
import { encryptPush, MAX_PUSH_PLAINTEXT_BYTES, paddedLength } from './encrypt-push.ts';

test('RFC 8291 Appendix A: the example is encrypted as there', () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
  const keys = {
    p256dh: base64urlDecode(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: base64urlDecode('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const plaintext = utf8Encode('When I grow up, I want to be a watermelon');
  const salt = base64urlDecode('DGv6ra1nlYgDCS1FRnbzlw');
  expect(base64urlEncode(encryptPush(plaintext, keys, { salt, ecdh }, plaintext.length))).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

const keysOf = ({ keys }: PushReceiver) => ({
  p256dh: base64urlDecode(keys.p256dh),
  auth: base64urlDecode(keys.auth),
});

test('a browser reads its message, and no other browser does', () => {
  const [anna, bob] = [new PushReceiver(), new PushReceiver()];
  const body = encryptPush(utf8Encode('Someone rings'), keysOf(anna));
  expect(anna.read(body)).toBe('Someone rings');
  expect(() => bob.read(body)).toThrow('unable to authenticate');
});

test('two messages with the same text have nothing in common, and short ones the same length', () => {
  const keys = keysOf(new PushReceiver());
  const [one, other] = ['yes', 'Someone rings'].map((text) => encryptPush(utf8Encode(text), keys));
  expect(one?.length).toBe(other?.length);
  expect(one?.subarray(0, 86)).not.toEqual(other?.subarray(0, 86));
});

test.each([
  [0, 0],
  [1, 512],
  [512, 512],
  [513, 1024],
  [3_900, 3_993],
])('%d bytes are padded to %d', (length, padded) => expect(paddedLength(length)).toBe(padded));

test('the largest message has 4,096 bytes, and a larger one is refused', () => {
  const keys = keysOf(new PushReceiver());
  expect(encryptPush(new Uint8Array(MAX_PUSH_PLAINTEXT_BYTES), keys)).toHaveLength(4096);
  expect(() => encryptPush(new Uint8Array(MAX_PUSH_PLAINTEXT_BYTES + 1), keys)).toThrow(RangeError);
});
