/** @module The requests of one binary channel: assembled from blocks, handled, observed; each gets an answer. */
import { type CoapFrame, type Csm, type Logger, equalBytes } from '@longwire/protocol';
import { whenResolved, type MaybePromise } from '../maybe-sync.ts';
import { textResponse, type CoapResponse } from '../coap-response.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { OpenRequests, type OpenRequest } from '../open-requests.ts';
import type { RequestContext, RequestHandler } from '../router.ts';
import { unlessRefused } from '../still-admitted.ts';
import { AnswerSender } from './answer-sender.ts';
import type { AnswerExtras } from './encode-answer.ts';
import { Observations } from './observations.ts';
import { readRequest, transferKeyOf, type BinaryRequest } from './read-request.ts';
import type { SessionShares } from './session-shares.ts';
import type { TransferName } from './transfer-store.ts';
import { takeBlock } from './upload.ts';

/** Options of {@link RequestServer}. */
export interface RequestServerOptions {
  readonly router: RequestHandler;
  readonly context: RequestContext;
  readonly shares: SessionShares;
  readonly logger: Logger;
  /** What the client supports. */
  readonly peer: () => Csm;
  readonly send: (message: Uint8Array) => void;
  readonly isOutputFull: () => boolean;
  /** The last open request was answered. */
  readonly handleIdle: () => void;
  readonly maxOpenRequests: number;
}

/** How a request is answered. */
interface Responding {
  /** Rights may have changed since the request arrived. */
  readonly isOutdated?: boolean;
  readonly extras?: AnswerExtras;
}

/** Answers requests; each gets an answer while the channel is open. */
export class RequestServer {
  readonly #options: RequestServerOptions;
  readonly #observations: Observations;
  readonly #answers: AnswerSender;
  readonly #open: OpenRequests;
  /** Counts rechecks of rights. */
  #rechecks = 0;
  /** The user at the last recheck, with the role. */
  #user: string;

  constructor(options: RequestServerOptions) {
    this.#options = options;
    const { shares, logger, peer, send } = options;
    this.#user = this.#roleOfUser();
    const nameOf = (request: BinaryRequest): TransferName => this.#nameOf(request);
    this.#answers = new AnswerSender({ downloads: shares.downloads, nameOf, logger, peer, send });
    this.#open = new OpenRequests(options.maxOpenRequests, shares.waiting);
    this.#observations = new Observations({
      ask: (request, handleOverrun) => Promise.resolve(this.#ask(request, handleOverrun)),
      send: (request, response, sequence) =>
        this.#respond(request, response, sequence === undefined ? {} : { extras: { observe: sequence } }),
      isOutputFull: options.isOutputFull,
      handleEnded: () => options.shares.giveObservationBack(),
    });
  }

  /** Whether no request waits for its answer. */
  get isIdle(): boolean {
    return this.#open.isIdle;
  }

  /** Handles a message that is a request. */
  handle(frame: CoapFrame): void {
    const read = readRequest(frame);
    if (!read.ok) this.#answers.send(frame.token, read.response);
    else if (read.value.block1 === undefined) this.#serve(read.value);
    else this.#gather(read.value);
  }

  /**
   * Rights may have changed. An observation's handler runs again, and a stored answer is dropped, only if the right is gone or the user
   * is another: most changes are of other users.
   */
  recheck(): void {
    this.#rechecks += 1;
    const user = this.#roleOfUser();
    const isOtherUser = user !== this.#user;
    this.#user = user;
    const { router, context, shares } = this.#options;
    const isOutdated = (request: IncomingRequest): boolean =>
      isOtherUser || !router.admit(request, context).isAdmitted;
    this.#observations.recheck(isOutdated);
    for (const download of shares.downloads.all)
      if (isOutdated(download.request)) shares.downloads.drop(download);
  }

  /** The send buffer has drained. */
  handleDrained(): void {
    this.#observations.handleDrained();
  }

  /** Ends all observations; open requests are still answered. */
  release(): void {
    this.#observations.clear();
  }

  /** Frees everything. */
  close(): void {
    this.#observations.clear();
    this.#open.close();
    this.#options.shares.dropOwned(this);
  }

  /** Takes one block of a payload; the last one completes the request. */
  #gather(request: BinaryRequest): void {
    const { block1: block, incoming, token, size1: declaredBytes } = request;
    if (block === undefined) return;
    const { router, context, shares } = this.#options;
    const step = takeBlock(shares.uploads, {
      name: this.#nameOf(request),
      block,
      chunk: incoming.payload ?? new Uint8Array(0),
      declaredBytes,
      admit: () => {
        const admission = router.admit(incoming, context);
        return admission.isAdmitted ? { maxBytes: admission.maxBodyBytes } : { refusal: admission.response };
      },
    });
    if (step.kind === 'continue') this.#answers.send(token, { statusCode: 231 }, { block1: block });
    else if (step.kind === 'complete')
      this.#serve({ ...request, incoming: { ...incoming, payload: step.payload } });
    else {
      const largest = step.maxBytes === undefined ? {} : { size1: step.maxBytes };
      this.#answers.send(token, step.response, { block1: block, ...largest });
    }
  }

  #serve(request: BinaryRequest): void {
    const { block2, observe, incoming, tokenKey } = request;
    if (block2 !== undefined && block2.num > 0) {
      if (this.#answers.sendBlock(request)) return undefined;
      // Only a GET is safe to repeat.
      if (incoming.method !== 'GET')
        return this.#answers.send(request.token, textResponse(408, 'The answer is no longer stored'));
    }
    if (observe !== undefined) this.#observations.remove(tokenKey);
    // The payload of an observation would stay in memory for as long as the client likes.
    const isObservable = observe === 'register' && incoming.payload === undefined;
    if (isObservable && this.#observe(request)) return undefined;
    return this.#answer(request);
  }

  /** Whether the request began an observation, which then answers it; beyond the limit it is handled as a plain GET. */
  #observe(request: BinaryRequest): boolean {
    const { router, shares } = this.#options;
    if (!shares.takeObservation()) return false;
    const isAdded = this.#observations.add(request, (handleNotify) =>
      router.watch(request.incoming, handleNotify),
    );
    if (!isAdded) shares.giveObservationBack();
    return isAdded;
  }

  #answer(request: BinaryRequest): void {
    const { shares } = this.#options;
    // A handler may transfer its payload's memory away, so its size is read once.
    const payloadBytes = payloadMemory(request);
    if (!shares.takePayload(payloadBytes))
      return this.#answers.send(request.token, textResponse(503, 'Open requests hold too many bytes'));
    const place = this.#open.enter({
      bytes: payloadBytes + messageMemory(request),
      giveBack: () => shares.givePayloadBack(payloadBytes),
    });
    void whenResolved(place, (given) => this.#run(request, given));
    return undefined;
  }

  #run(request: BinaryRequest, place: OpenRequest | undefined): MaybePromise<void> {
    if (place === undefined) {
      this.#answers.send(request.token, textResponse(503, 'Too many open requests'));
      return this.#checkIdle();
    }
    const askedAt = this.#rechecks;
    return whenResolved(this.#ask(request, place.handleOverrun), (response) => {
      place.handleAnswered();
      this.#respond(request, response, { isOutdated: askedAt !== this.#rechecks });
      this.#checkIdle();
    });
  }

  #roleOfUser(): string {
    const { router, context } = this.#options;
    const { Username, Role } = router.userOf(context) ?? {};
    return JSON.stringify([Username, Role]);
  }

  #checkIdle(): void {
    if (this.isIdle) this.#options.handleIdle();
  }

  #ask(
    { incoming }: BinaryRequest,
    handleOverrun: (ended: Promise<unknown>) => void,
  ): MaybePromise<CoapResponse> {
    const { router, context } = this.#options;
    return router.handle(incoming, { ...context, handleOverrun });
  }

  /** Answers a request; if rights may have changed since, the answer is checked against the current ones. */
  #respond(request: BinaryRequest, answer: CoapResponse, { isOutdated, extras }: Responding = {}): void {
    try {
      const response = isOutdated === true ? unlessRefused(answer, this.#options, request.incoming) : answer;
      this.#answers.answer(request, conditional(request, response), extras);
    } catch (error) {
      this.#answers.fail(request, error);
    }
  }

  #nameOf(request: BinaryRequest): TransferName {
    return { owner: this, tokenKey: request.tokenKey, transferKey: transferKeyOf(request) };
  }
}

/** The memory that a request's payload occupies: that of the message or of all the blocks it is part of. */
function payloadMemory({ incoming }: BinaryRequest): number {
  return incoming.payload?.buffer.byteLength ?? 0;
}

/** The memory of the message besides the payload: options may be as large as a payload. */
function messageMemory({ incoming, token }: BinaryRequest): number {
  return incoming.payload?.buffer === token.buffer ? 0 : token.buffer.byteLength;
}

/** A version that the client has is not sent again (2.03), and a GET in another content format than it accepts is a 4.06. */
function conditional({ incoming }: BinaryRequest, response: CoapResponse): CoapResponse {
  const { method, etags = [], accept } = incoming;
  const { statusCode, etag, payload, contentFormat } = response;
  if (method !== 'GET' || statusCode !== 205) return response;
  if (accept !== undefined && payload !== undefined && contentFormat !== accept)
    return textResponse(406, 'Not acceptable');
  const isKnown = etag !== undefined && etags.some((one) => equalBytes(one, etag));
  return isKnown ? { statusCode: 203, etag } : response;
}
