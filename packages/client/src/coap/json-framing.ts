/** @module Requests in the JSON framing, for devices without `coap-ws/1` (PROTOCOL.md section 5). */
import type { Method } from '@longwire/protocol';
import { EdgeError, utf8Encode, waitFor } from '@longwire/protocol/base';
import { encodeRequest, parseResponse } from '@longwire/protocol/coap';
import { makeResponse, type DeviceResponse } from '../request/device-response.ts';
import { withQuery } from '../request/query.ts';
import { encodePayload, type RequestOptions } from '../request/request-options.ts';
import { RequestLimits } from './request-limits.ts';
import { reportProgress, type Framing, type FramingOptions } from './framing.ts';
import { startPolling, type StartObserving } from './observation.ts';
import type { ObserveOptions } from './observe-options.ts';
import { RequestTable } from './request-table.ts';

/** Sends requests as JSON and matches answers by id. */
export class JsonFraming implements Framing {
  readonly #options: FramingOptions;
  readonly #limits: RequestLimits;
  readonly #table = new RequestTable<string, DeviceResponse>();
  #lastId = 0;
  #isProbing = false;

  constructor(options: FramingOptions) {
    this.#options = options;
    this.#limits = new RequestLimits(options);
  }

  async request(method: Method, path: string, options: RequestOptions): Promise<DeviceResponse> {
    refuseUnsupported(options);
    this.#lastId += 1;
    const requestId = String(this.#lastId);
    const body = encodePayload(options);
    const text = encodeRequest({ requestId, method, path: withQuery(path, options.query), ...body });
    this.#checkSize(text);
    const response = await this.#exchange(requestId, text, options);
    const [sentBytes, receivedBytes] = [body.payload?.length ?? 0, response.payload?.length ?? 0];
    reportProgress(options, { sentBytes, receivedBytes, totalBytes: receivedBytes }, this.#options.logger);
    return response;
  }

  observe(path: string, options: ObserveOptions): StartObserving {
    return startPolling({ ...options, clock: this.#options.clock, path, request: this.request.bind(this) });
  }

  probe(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const answered = (): void => {
      this.#isProbing = false;
    };
    // Every device answers this for every user; any answer will do.
    this.request('GET', '/iam/me', {}).then(answered, answered);
  }

  handleMessage(data: unknown): void {
    const { logger } = this.#options;
    if (typeof data !== 'string') {
      logger.warn('coap.ignored', { reason: 'message is not text' });
      return;
    }
    const parsed = parseResponse(data);
    if (!parsed.ok) {
      logger.warn('coap.ignored', { reason: parsed.reason });
      // Fails the request, if known, now instead of at its time limit.
      if (parsed.requestId !== undefined) {
        const message = `cannot parse the answer: ${parsed.reason}`;
        this.#table.fail(parsed.requestId, new EdgeError('ERR_PAYLOAD_FORMAT', message));
      }
      return;
    }
    const answer = parsed.value;
    const isExpected =
      'error' in answer
        ? this.#table.fail(
            answer.requestId,
            new EdgeError('ERR_REQUEST_REFUSED', `device refused the request: ${answer.error}`),
          )
        : this.#table.settle(answer.requestId, makeResponse(answer));
    if (!isExpected) logger.warn('coap.ignored', { reason: 'answer to no open request' });
  }

  close(cause: Error): void {
    this.#table.failAll(cause);
    this.#limits.close();
  }

  #exchange(requestId: string, text: string, options: RequestOptions): Promise<DeviceResponse> {
    return waitFor<DeviceResponse>(this.#limits.of(options), (settle) => {
      this.#options.send(text);
      return this.#table.open(requestId, settle);
    });
  }

  #checkSize(text: string): void {
    const limit = this.#options.maxMessageBytes();
    // A UTF-16 unit takes at most three bytes: short texts are not encoded to be measured.
    if (text.length * 3 <= limit) return;
    const size = IS_ASCII.test(text) ? text.length : utf8Encode(text).length;
    if (size > limit) {
      throw new EdgeError(
        'ERR_MESSAGE_TOO_LARGE',
        `request of ${size} bytes exceeds the device's limit of ${limit}`,
      );
    }
  }
}

// oxlint-disable-next-line no-control-regex -- the range of ASCII begins with control characters
const IS_ASCII = /^[\u0000-\u007f]*$/u;

/** Options that change the meaning of a request must not be dropped silently. */
function refuseUnsupported({ ifMatch, ifNoneMatch, accept }: RequestOptions): void {
  const names = Object.entries({ ifMatch, ifNoneMatch: ifNoneMatch || undefined, accept })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (names.length === 0) return;
  throw new EdgeError(
    'ERR_REQUEST_UNSUPPORTED',
    `${names.join(', ')} cannot be sent to this device: it does not support coap-ws/1`,
  );
}
