/** @module Requests as binary messages, for devices with `coap-ws/1` (PROTOCOL.md section 9). */
import type { CoapFrame, Method, WaitLimits } from '@longwire/protocol';
import type { DeviceResponse } from '../../request/device-response.ts';
import type { RequestOptions } from '../../request/request-options.ts';
import { RequestLimits } from '../request-limits.ts';
import { reportProgress, type Framing, type FramingOptions } from '../framing.ts';
import { startPolling, type StartObserving } from '../observation.ts';
import type { ObserveOptions } from '../observe-options.ts';
import { CoapLink } from './coap-link.ts';
import { download, isWhole } from './download.ts';
import { startFollowing } from './follow.ts';
import { requestMessage, responseOf } from './request-message.ts';
import { isSmall, upload } from './upload.ts';

/** Sends requests as CoAP messages: large payloads in blocks, observed resources by notifications. */
export class BinaryFraming implements Framing {
  readonly #options: FramingOptions;
  readonly #limits: RequestLimits;
  readonly #link: CoapLink;

  constructor(options: FramingOptions) {
    this.#options = options;
    this.#limits = new RequestLimits(options);
    this.#link = new CoapLink(options);
  }

  async request(method: Method, path: string, options: RequestOptions): Promise<DeviceResponse> {
    const limits = this.#limits.of(options);
    const message: CoapFrame = { ...requestMessage(method, path, options), token: this.#link.newToken() };
    if (options.onProgress !== undefined || !isSmall(this.#link, message))
      return await this.#transfer(message, options, limits);
    const answer = await this.#link.ask(message, limits);
    return responseOf(
      isWhole(answer) ? answer : await download(this.#link, message, answer, limits, () => undefined),
    );
  }

  observe(path: string, options: ObserveOptions): StartObserving {
    const { query, onFollowing } = options;
    return startFollowing({
      link: this.#link,
      message: requestMessage('GET', path, { query }),
      limits: this.#limits.of(options),
      onRegistered: () => onFollowing?.('notified'),
      pollFrom: (known) =>
        startPolling({
          ...options,
          known,
          path,
          clock: this.#options.clock,
          request: this.request.bind(this),
        }),
    });
  }

  probe(): void {
    this.#link.probe();
  }

  handleMessage(data: unknown): void {
    this.#link.handleMessage(data);
  }

  close(cause: Error): void {
    this.#link.close(cause);
    this.#limits.close();
  }

  /** Sends a request, and reports the progress of each block in either direction. */
  async #transfer(message: CoapFrame, options: RequestOptions, limits: WaitLimits): Promise<DeviceResponse> {
    const totalBytes = message.payload?.length ?? 0;
    const { logger } = this.#options;
    const answer = await upload(this.#link, message, limits, (sentBytes) =>
      reportProgress(options, { sentBytes, receivedBytes: 0, totalBytes }, logger),
    );
    const whole = await download(this.#link, message, answer, limits, (receivedBytes, total) =>
      reportProgress(
        options,
        { sentBytes: totalBytes, receivedBytes, ...(total !== undefined && { totalBytes: total }) },
        logger,
      ),
    );
    return responseOf(whole);
  }
}
