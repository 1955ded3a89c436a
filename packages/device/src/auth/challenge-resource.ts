/** @module POST /webrtc/challenge: the device proves inside this connection that it holds its key (PROTOCOL.md section 6). */
import { ContentFormat, makeChallengeToken, NEGOTIATION_FEATURE, type SigningKey } from '@longwire/protocol';
import { jsonResponse, type CoapResponse } from '../coap/coap-response.ts';
import type { DeviceRequest } from '../coap/device-request.ts';
import { HandlerError } from '../coap/handler-error.ts';

/** Longest nonce that is signed, in characters. Reason: clients send 16 to 64 bytes as text; a longer one only costs time. */
const MAX_NONCE_LENGTH = 1024;

/** The extensions that a client must learn from the device itself, not from anything that signaling could have changed. */
const SIGNED_FEATURES: readonly string[] = [NEGOTIATION_FEATURE];

function nonceOf(body: unknown): string {
  const nonce = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined;
  if (typeof nonce !== 'string' || nonce === '' || nonce.length > MAX_NONCE_LENGTH)
    throw HandlerError.badRequest();
  return nonce;
}

/** Answers a challenge with a token over the nonce and the two certificates on the wire. Needs no right. */
export async function answerChallenge(request: DeviceRequest, key: SigningKey): Promise<CoapResponse> {
  if (request.contentFormat !== ContentFormat.json) throw HandlerError.badRequest();
  const { clientFingerprint, deviceFingerprint, isEnded } = request.session;
  if (isEnded) throw HandlerError.accessDenied();
  const nonce = nonceOf(request.json());
  return jsonResponse(205, {
    response: await makeChallengeToken({
      nonce,
      clientFingerprint,
      deviceFingerprint,
      key,
      features: SIGNED_FEATURES,
    }),
  });
}
