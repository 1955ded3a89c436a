/** @module The proof of an old device, whose challenge token does not contain the certificates (PROTOCOL.md section 6). */
import { base64urlEncode, ContentFormat, utf8Decode, utf8Encode, type SigningKey } from '@longwire/protocol';
import type { FakeDevice } from './fake-device.ts';

/** Signs a challenge token that contains only the nonce. */
export async function makeUnboundToken(nonce: string, key: SigningKey): Promise<string> {
  const header = { alg: 'ES256', typ: 'JWS', jwk: key.jwk };
  const parts = [header, { nonce }].map((part) => base64urlEncode(utf8Encode(JSON.stringify(part))));
  const signature = base64urlEncode(await key.sign(utf8Encode(parts.join('.'))));
  return [...parts, signature].join('.');
}

/** Makes a fake device prove its key as an old device does. */
export function proveUnbound({ resources, identity: { key } }: FakeDevice): void {
  resources.on('POST /webrtc/challenge', async ({ payload = new Uint8Array() }) => {
    const { challenge } = JSON.parse(utf8Decode(payload));
    const response = await makeUnboundToken(String(challenge), key);
    return {
      statusCode: 205,
      contentFormat: ContentFormat.json,
      payload: utf8Encode(JSON.stringify({ response })),
    };
  });
}
