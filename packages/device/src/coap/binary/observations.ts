/** @module What one client observes on one channel (RFC 7641): each change asked for once, the newest sent, rights looked at each time. */
import type { CoapResponse } from '../coap-response.ts';
import type { BinaryRequest } from './read-request.ts';

/** What {@link Observations} need. */
export interface ObservationsOptions {
  /** Asks the handler, with the rights that the client has now; never rejects. */
  readonly ask: (request: BinaryRequest) => Promise<CoapResponse>;
  /** Sends an answer; with a number it is one that others follow. */
  readonly send: (request: BinaryRequest, response: CoapResponse, sequence?: number) => void;
  /** Whether so much waits to be sent that what is new now would be old when it arrives. */
  readonly isOutputFull: () => boolean;
  /** A place among those of the session was given back. */
  readonly handleEnded: () => void;
}

interface Observation {
  readonly request: BinaryRequest;
  stopWatching: () => void;
  /** The handler is asked. */
  isAsking: boolean;
  /** It has to be asked: again, where it is being asked. */
  isDue: boolean;
  /** What it is being asked for may not be sent any more. */
  isOutdated: boolean;
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

  /** Begins one and answers its request; `watch` tells of changes from then on. The caller has looked whether there is a place. */
  add(request: BinaryRequest, watch: (handleNotify: () => void) => (() => void) | undefined): boolean {
    const observation: Observation = {
      request,
      stopWatching: () => undefined,
      isAsking: false,
      isDue: false,
      isOutdated: false,
      sequence: 0,
    };
    // Before the handler is asked: a change while it answers must not be missed.
    const stopWatching = watch(() => this.#touch(observation));
    if (stopWatching === undefined) return false;
    observation.stopWatching = stopWatching;
    this.#open.set(request.tokenKey, observation);
    this.#touch(observation);
    return true;
  }

  /** Ends the one with a token, if there is one. */
  remove(tokenKey: string): void {
    const observation = this.#open.get(tokenKey);
    if (observation !== undefined) this.#end(observation);
  }

  /** Rights may have changed: what is being asked for is not sent, and every handler is asked anew. */
  recheck(): void {
    for (const observation of this.#open.values()) {
      observation.isOutdated = observation.isAsking;
      this.#touch(observation);
    }
  }

  /** What waited to be sent has gone. */
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
    // The first answer is one to a request, and waits for nothing.
    if (isAsking || !isDue || (sequence > 0 && this.#options.isOutputFull())) return;
    observation.isAsking = true;
    observation.isDue = false;
    void this.#options.ask(request).then((response) => this.#handleAnswer(observation, response));
  }

  #handleAnswer(observation: Observation, response: CoapResponse): void {
    const { request, isOutdated, sequence } = observation;
    if (this.#open.get(request.tokenKey) !== observation) return this.#options.handleEnded();
    observation.isAsking = false;
    observation.isOutdated = false;
    // Errors too are words of the handler's; it is asked again under the rights of now.
    if (isOutdated) return this.#pump(observation);
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
    // It has its place for as long as its handler runs: registering again and again would else run any number of them.
    if (!observation.isAsking) this.#options.handleEnded();
  }
}
