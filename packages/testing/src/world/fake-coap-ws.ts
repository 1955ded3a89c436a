/** @module The `coap-ws/1` end of a fake device: settings, signals, blocks both ways and observers (PROTOCOL.md section 9). */
import {
  BERT_SZX,
  blockUnitBytes,
  CoapCode,
  CoapOptionNumber,
  codeOfStatus,
  concatBytes,
  encodeBlock,
  encodeCoapFrame,
  encodeCsm,
  equalBytes,
  METHODS,
  ObserveAction,
  optionOf,
  parseBlock,
  parseCoapFrame,
  pathOf,
  queryOf,
  uintOf,
  uintOption,
  utf8Encode,
  type Block,
  type CoapFrame,
  type CoapOption,
  type CoapRequest,
} from '@longwire/protocol';
import type { FakeDataChannel } from '../rtc/fake-data-channel.ts';
import type { FakeAnswer, FakeResources } from './fake-resources.ts';

/** The largest message that the fake accepts and sends, in bytes; small, so that tests use blocks. */
export const FAKE_MAX_MESSAGE_BYTES = 8192;

/** Room for everything but the payload, in bytes. */
const HEAD_BYTES = 1024;

const BLOCK_BYTES = FAKE_MAX_MESSAGE_BYTES - HEAD_BYTES;

/** Answers the messages of one channel. */
export class FakeCoapWs {
  /** Every received message, in order. */
  readonly received: CoapFrame[] = [];
  readonly #channel: FakeDataChannel;
  readonly #resources: FakeResources;
  /** Received parts of payloads in blocks, by token. */
  readonly #uploads = new Map<string, Uint8Array[]>();
  /** Answers that the client reads in blocks, by token. */
  readonly #downloads = new Map<string, FakeAnswer>();
  /** Registrations by path and token. */
  readonly #observers = new Map<string, { readonly path: string; readonly request: CoapFrame }>();
  #lastSequence = 1;

  constructor(channel: FakeDataChannel, resources: FakeResources) {
    this.#channel = channel;
    this.#resources = resources;
    channel.addEventListener('message', (event) => {
      const data: unknown = Reflect.get(event, 'data');
      if (data instanceof ArrayBuffer) void this.#handle(new Uint8Array(data));
    });
    if (channel.readyState === 'open') this.#begin();
    else channel.addEventListener('open', () => this.#begin());
  }

  /** How many observers a path has. */
  observersOf(path: string): number {
    return [...this.#observers.values()].filter((observer) => observer.path === path).length;
  }

  /** Sends every observer of a path the current answer of its resource. */
  async notify(path: string): Promise<void> {
    for (const observer of this.#observers.values()) {
      if (observer.path === path) await this.#serve(observer.request, 'GET', undefined, true);
    }
  }

  /** Sends any message. */
  send(frame: CoapFrame): void {
    if (this.#channel.readyState === 'open') this.#channel.send(encodeCoapFrame(frame));
  }

  #begin(): void {
    this.#channel.send(encodeCsm({ maxMessageSize: FAKE_MAX_MESSAGE_BYTES, isBlockWise: true }));
  }

  async #handle(bytes: Uint8Array): Promise<void> {
    const parsed = parseCoapFrame(bytes);
    if (!parsed.ok) throw new Error(`cannot parse CoAP message: ${parsed.reason}`);
    const frame = parsed.value;
    this.received.push(frame);
    if (frame.code === CoapCode.PING) this.send({ ...frame, code: CoapCode.PONG, options: [] });
    const method = METHODS[frame.code - 1];
    if (method === undefined) return;
    const kept = blockOf(frame, CoapOptionNumber.BLOCK2)?.num
      ? this.#downloads.get(frame.token.join())
      : undefined;
    if (kept !== undefined) {
      this.#answer(frame, kept, false);
      return;
    }
    const payload = this.#gather(frame);
    if (payload !== 'more') await this.#serve(frame, method, payload, this.#register(frame));
  }

  /** The complete payload, or `more` when parts are missing. */
  #gather(frame: CoapFrame): Uint8Array | 'more' | undefined {
    const { token, payload } = frame;
    const block = blockOf(frame, CoapOptionNumber.BLOCK1);
    if (block === undefined || payload === undefined) return payload;
    const parts = [...(this.#uploads.get(token.join()) ?? []), payload];
    this.#uploads.set(token.join(), parts);
    if (!block.more) {
      this.#uploads.delete(token.join());
      return concatBytes(parts);
    }
    this.send({ code: CoapCode.CONTINUE, token, options: [encodeBlock(CoapOptionNumber.BLOCK1, block)] });
    return 'more';
  }

  #register(request: CoapFrame): boolean {
    const option = optionOf(request.options, CoapOptionNumber.OBSERVE);
    const action = option && uintOf(option);
    const [path, key] = [pathOf(request.options), request.token.join()];
    if (action === ObserveAction.deregister) this.#observers.delete(key);
    if (action !== ObserveAction.register || !this.#resources.observable.has(path)) return false;
    this.#observers.set(key, { path, request });
    return true;
  }

  async #serve(
    request: CoapFrame,
    method: CoapRequest['method'],
    payload: Uint8Array | undefined,
    isObserved: boolean,
  ): Promise<void> {
    const { token, options } = request;
    const arguments_ = queryOf(options);
    const resource = pathOf(options);
    const path = resource + (arguments_.length === 0 ? '' : `?${arguments_.join('&')}`);
    const format = optionOf(options, CoapOptionNumber.CONTENT_FORMAT);
    const contentFormat = format && uintOf(format);
    const asked = {
      requestId: token.join(),
      method,
      path,
      ...(contentFormat !== undefined && { contentFormat }),
      ...(payload && { payload }),
    };
    const handled = await this.#resources.handle(asked, resource);
    if (handled === undefined) return;
    const answer = method === 'GET' ? conditional(request, handled) : handled;
    this.#answer(request, answer, isObserved && answer.statusCode < 300);
  }

  #answer(request: CoapFrame, answer: FakeAnswer, isObserved: boolean): void {
    const { statusCode, contentFormat, payload = new Uint8Array(0), etag } = answer;
    const from = (blockOf(request, CoapOptionNumber.BLOCK2)?.num ?? 0) * blockUnitBytes(BERT_SZX);
    const part = payload.subarray(from, from + BLOCK_BYTES);
    const more = from + part.length < payload.length;
    const options: CoapOption[] = [];
    if (etag !== undefined) options.push({ number: CoapOptionNumber.ETAG, value: etag });
    if (isObserved) options.push(uintOption(CoapOptionNumber.OBSERVE, (this.#lastSequence += 1)));
    else if (from === 0) this.#observers.delete(request.token.join());
    if (contentFormat !== undefined) options.push(uintOption(CoapOptionNumber.CONTENT_FORMAT, contentFormat));
    if (more) this.#downloads.set(request.token.join(), answer);
    else this.#downloads.delete(request.token.join());
    if (more || from > 0) {
      const block = { num: from / blockUnitBytes(BERT_SZX), more, szx: BERT_SZX };
      options.push(encodeBlock(CoapOptionNumber.BLOCK2, block));
      if (from === 0) options.push(uintOption(CoapOptionNumber.SIZE2, payload.length));
    }
    this.send({ code: codeOfStatus(statusCode), token: request.token, options, payload: part });
  }
}

/** As a device answers a GET: 406 for a format that the client does not accept, 203 for the version that it has. */
function conditional({ options }: CoapFrame, answer: FakeAnswer): FakeAnswer {
  const { statusCode, contentFormat, payload, etag } = answer;
  if (statusCode !== 205) return answer;
  const accept = optionOf(options, CoapOptionNumber.ACCEPT);
  if (accept !== undefined && payload !== undefined && contentFormat !== uintOf(accept))
    return { statusCode: 406, contentFormat: 0, payload: utf8Encode('Not acceptable') };
  const known = optionOf(options, CoapOptionNumber.ETAG);
  return etag !== undefined && known !== undefined && equalBytes(etag, known)
    ? { statusCode: 203, etag }
    : answer;
}

function blockOf({ options }: CoapFrame, number: number): Block | undefined {
  const value = optionOf(options, number);
  return value && parseBlock(value);
}
