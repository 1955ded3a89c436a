/** @module The observations of one client on one channel (RFC 7641): one handler run per change, the newest value sent, rights checked each time. */
import type { CoapResponse } from '../coap-response.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import type { BinaryRequest } from './read-request.ts';

/** Options of {@link Observations}. */
export interface ObservationsOptions {
  /** Runs the handler with the client's current rights; never rejects. */
  readonly ask: (
    request: BinaryRequest,
    handleOverrun: (ended: Promise<unknown>) => void,
  ) => Promise<CoapResponse>;
  /** Sends an answer; with a number it is a notification. */
  readonly send: (request: BinaryRequest, response: CoapResponse, sequence?: number) => void;
  /** Whether so much is buffered that a value sent now would be old when it arrives. */
  readonly isOutputFull: () => boolean;
  /** An observation of the session and its handler have ended, which makes room for another. */
  readonly handleEnded: () => void;
}

interface Observation {
  readonly request: BinaryRequest;
  stopWatching: () => void;
  /** The handler is running. */
  isAsking: boolean;
  /** It must run, or run once more if it is running. */
  isDue: boolean;
  /** The result of the running handler must not be sent. */
  isOutdated: boolean;
  /** The end of a handler that exceeded its time limit, which may never come. */
  overrun: Promise<unknown> | undefined;
  sequence: number;
}

/** Observe numbers have three bytes. */
const SEQUENCE_LIMIT = 0x100_0000;

/** The observations of one channel, by their tokens. */
export class Observations {
  readonly #options: ObservationsOptions;
  readonly #open = new Map<string, Observation>();

  constructor(options: ObservationsOptions) {
    this.#options = options;
  }

  /** Begins an observation and answers its request; `watch` reports changes from then on. The caller has checked the limit. */
  add(request: BinaryRequest, watch: (handleNotify: () => void) => (() => void) | undefined): boolean {
    const observation: Observation = {
      request,
      stopWatching: () => undefined,
      isAsking: false,
      isDue: false,
      isOutdated: false,
      overrun: undefined,
      sequence: 0,
    };
    // Before the handler runs: a change while it runs must not be missed.
    const stopWatching = watch(() => this.#touch(observation));
    if (stopWatching === undefined) return false;
    observation.stopWatching = stopWatching;
    this.#open.set(request.tokenKey, observation);
    this.#touch(observation);
    return true;
  }

  /** Ends the observation with a token, if it exists. */
  remove(tokenKey: string): void {
    const observation = this.#open.get(tokenKey);
    if (observation !== undefined) this.#end(observation);
  }

  /** Rights may have changed: where `isOutdated` says so, the answer of a running handler is dropped, and the handler runs again. */
  recheck(isOutdated: (request: IncomingRequest) => boolean): void {
    for (const observation of this.#open.values()) {
      if (!isOutdated(observation.request.incoming)) continue;
      observation.isOutdated = observation.isAsking;
      this.#touch(observation);
    }
  }

  /** The send buffer has drained. */
  handleDrained(): void {
    for (const observation of this.#open.values()) this.#pump(observation);
  }

  /** Ends all of them. */
  clear(): void {
    for (const observation of this.#open.values()) this.#end(observation);
  }

  #touch(observation: Observation): void {
    observation.isDue = true;
    this.#pump(observation);
  }

  #pump(observation: Observation): void {
    const { isAsking, isDue, sequence, request } = observation;
    // The first answer belongs to a request and does not wait for the buffer.
    if (isAsking || !isDue || (sequence > 0 && this.#options.isOutputFull())) return;
    observation.isAsking = true;
    observation.isDue = false;
    const handleOverrun = (ended: Promise<unknown>): void => {
      observation.overrun = ended;
    };
    void this.#options
      .ask(request, handleOverrun)
      .then((response) => this.#handleAnswer(observation, response));
  }

  #handleAnswer(observation: Observation, response: CoapResponse): void {
    const { request, isOutdated, overrun, sequence } = observation;
    if (this.#open.get(request.tokenKey) !== observation) return this.#makeRoom(observation);
    observation.isAsking = false;
    observation.isOutdated = false;
    // Errors are answers of the handler too; it runs again under the current rights, unless it is still running.
    if (isOutdated && overrun === undefined) return this.#pump(observation);
    if (response.statusCode >= 300) {
      this.#end(observation);
      return this.#options.send(request, response);
    }
    observation.sequence = (sequence + 1) % SEQUENCE_LIMIT;
    this.#options.send(request, response, sequence);
    return this.#pump(observation);
  }

  #end(observation: Observation): void {
    observation.isDue = false;
    observation.stopWatching();
    this.#open.delete(observation.request.tokenKey);
    if (!observation.isAsking) this.#makeRoom(observation);
  }

  /** An observation counts until its handler ends: otherwise repeated registrations would run any number of them. */
  #makeRoom({ overrun }: Observation): void {
    const { handleEnded } = this.#options;
    if (overrun === undefined) handleEnded();
    else void overrun.then(handleEnded, handleEnded);
  }
}
