/** @module Following a resource whose device tells each change (RFC 7641). */
import type { CoapFrame } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { CoapOptionNumber, ObserveAction, optionOf, uintOption } from '@longwire/protocol/coap-binary';
import type { DeviceResponse } from '../../request/device-response.ts';
import type { Sink } from '../latest-sequence.ts';
import type { Limits } from '../limited.ts';
import { asError, isError, observationEnded, type StartObserving } from '../observation.ts';
import type { CoapLink } from './coap-link.ts';
import { download } from './download.ts';
import { responseOf, type CoapMessage } from './request-message.ts';

/** What following needs. */
export interface FollowOptions {
  readonly link: CoapLink;
  /** A GET without options of its own for observing. */
  readonly message: CoapMessage;
  readonly limits: Limits;
  /** The device has taken the registration. */
  readonly onRegistered: () => void;
  /** Goes on by asking, where the device answers once and tells no changes. */
  pollFrom(known: DeviceResponse): StartObserving;
}

/** Registers, and tells each notification; the newest one counts where several are still being read. */
export function startFollowing(options: FollowOptions): StartObserving {
  return (sink) => {
    const follower = new Follower(options, sink);
    return () => follower.stop();
  };
}

class Follower {
  readonly #options: FollowOptions;
  readonly #sink: Sink<DeviceResponse>;
  readonly #token: Uint8Array;
  readonly #unfollow: () => void;
  #isRegistered = true;
  #isConfirmed = false;
  #isStopped = false;
  #stopWaiting: () => void;
  #stopPolling: (() => void) | undefined;
  #newest: CoapFrame | undefined;
  /** Reads the newest; an older one is read no further. */
  #reading = new AbortController();

  constructor(options: FollowOptions, sink: Sink<DeviceResponse>) {
    const { link, limits } = options;
    this.#options = options;
    this.#sink = sink;
    this.#token = link.newToken();
    this.#unfollow = link.follow(
      this.#registration(ObserveAction.register),
      (answer) => void this.#handle(answer),
    );
    this.#stopWaiting = limits.deadlines.add(limits.timeoutMs, () =>
      sink.fail(
        new EdgeError('ERR_REQUEST_TIMEOUT', `answer expected within ${limits.timeoutMs} ms, got none`),
      ),
    );
  }

  stop(): void {
    this.#stopWaiting();
    this.#stopPolling?.();
    this.#isStopped = true;
    this.#reading.abort();
    if (!this.#isRegistered) return;
    this.#forget();
    this.#options.link.tell(this.#registration(ObserveAction.deregister));
  }

  async #handle(answer: CoapFrame): Promise<void> {
    this.#stopWaiting();
    this.#newest = answer;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const isObserved = optionOf(answer.options, CoapOptionNumber.OBSERVE) !== undefined;
    // The device has no observer any more to whom it says anything else.
    if (!isObserved) this.#forget();
    try {
      const { link, message, limits } = this.#options;
      // Its further blocks are no notifications: they have a token of their own.
      const request = { ...message, token: link.newToken() };
      const whole = await download(link, request, answer, { ...limits, signal }, () => undefined);
      if (this.#newest === answer) this.#tell(responseOf(whole), isObserved);
    } catch (cause) {
      if (this.#newest === answer) this.#sink.fail(asError(cause));
    }
  }

  #tell(response: DeviceResponse, isObserved: boolean): void {
    if (isError(response)) {
      this.#forget();
      this.#sink.fail(observationEnded(response));
      return;
    }
    if (isObserved && !this.#isConfirmed) {
      this.#isConfirmed = true;
      this.#options.onRegistered();
    }
    this.#sink.push(response);
    if (!isObserved && !this.#isStopped) {
      this.#stopPolling = this.#options.pollFrom(response)(this.#sink);
    }
  }

  #forget(): void {
    this.#isRegistered = false;
    this.#unfollow();
  }

  #registration(action: number): CoapFrame {
    const { message } = this.#options;
    const options = [...message.options, uintOption(CoapOptionNumber.OBSERVE, action)];
    return { ...message, token: this.#token, options };
  }
}
