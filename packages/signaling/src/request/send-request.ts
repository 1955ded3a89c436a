/** @module One HTTP request that the service makes itself. */
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

/** What a request needs besides its URL. */
export interface SentRequest extends Pick<RequestOptions, 'method' | 'headers' | 'lookup'> {
  readonly body?: Uint8Array;
  /** Longest time for the answer and its body, in milliseconds. */
  readonly timeoutMs: number;
}

/** Sends a request. Resolves with the answer, whose body is not read yet; redirects are not followed. */
export async function sendRequest(
  url: URL,
  { body, timeoutMs, ...options }: SentRequest,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  // A pooled connection was made to addresses of an earlier lookup.
  const request = send(url, { ...options, agent: false, signal: AbortSignal.timeout(timeoutMs) });
  const responded = once(request, 'response');
  request.end(body);
  const [response]: IncomingMessage[] = await responded;
  if (response === undefined) throw new Error('no answer');
  // Errors from now on are those of reading the answer.
  request.on('error', () => undefined);
  return response;
}
