/** @module Requests and answers as deployed devices frame them (DEPLOYED.md, "Answer format"). */

export interface Request {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly contentType: number;
  readonly payload: Buffer | undefined;
}

export interface Answer {
  readonly statusCode: number;
  readonly contentType?: number;
  readonly payload?: Uint8Array;
}

/** A request, or the text to send back, or undefined when a deployed device does not answer. */
export type Incoming = { readonly request: Request } | { readonly reply: string } | undefined;

function errorReply(requestId: string, error: string): Incoming {
  return { reply: JSON.stringify({ error, requestId, type: 1 }) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function payloadOf(message: Readonly<Record<string, unknown>>): Buffer | undefined {
  const payload = message['payload'];
  if (!isRecord(payload) || !Array.isArray(payload['data'])) return undefined;
  return Buffer.from(payload['data'].map(Number));
}

/** Reads one message of the channel. */
export function readMessage(data: string | Buffer | ArrayBuffer): Incoming {
  if (typeof data !== 'string') return undefined;
  const message = parseJson(data);
  if (!isRecord(message) || message['type'] !== 0) return undefined;
  const { requestId, method, path, contentType } = {
    requestId: message['requestId'],
    method: message['method'],
    path: message['path'],
    contentType: message['contentType'],
  };
  if (typeof requestId !== 'string') return errorReply('', '');
  if (typeof method !== 'string' || typeof path !== 'string') return errorReply(requestId, '');
  if (!['GET', 'POST', 'PUT', 'DELETE'].includes(method)) return errorReply(requestId, 'Invalid method');
  const payload = payloadOf(message);
  const format = payload !== undefined && typeof contentType === 'number' ? contentType : 0;
  return { request: { requestId, method, path, contentType: format, payload } };
}

/** Writes an answer: every key always present, in alphabetical order. */
export function writeAnswer(requestId: string, { statusCode, contentType = 0, payload }: Answer): string {
  return JSON.stringify({ contentType, payload: [...(payload ?? [])], requestId, statusCode, type: 1 });
}

/** A plain-text answer, as the errors of deployed devices are. */
export function text(statusCode: number, words: string): Answer {
  return { statusCode, contentType: 0, payload: Buffer.from(words, 'utf8') };
}
