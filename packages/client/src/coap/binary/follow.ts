/** @module Observes a resource that notifies changes (RFC 7641). */
import type { CoapFrame, WaitLimits } from '@longwire/protocol';
import { onLimit } from '@longwire/protocol/base';
import { CoapOptionNumber, ObserveAction, optionOf, uintOption } from '@longwire/protocol/coap-binary';
import type { DeviceResponse } from '../../request/device-response.ts';
import type { Sink } from '../latest-sequence.ts';
import { asError, isError, observationEnded, type StartObserving } from '../observation.ts';
import type { CoapLink } from './coap-link.ts';
import { download } from './download.ts';
import { responseOf, type CoapMessage } from './request-message.ts';

/** Options of {@link startFollowing}. */
export interface FollowOptions {
  readonly link: CoapLink;
  /** A GET without the Observe option. */
  readonly message: CoapMessage;
  readonly limits: WaitLimits;
  /** Called when the device accepts the registration. */
  readonly onRegistered: () => void;
  /** Continues by polling if the device answers once without registering. */
  pollFrom(known: DeviceResponse): StartObserving;
}

/** Registers and delivers notifications; while several are being read only the newest counts. */
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
  /** Reads the newest notification; cancelled when a newer one arrives. */
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
    this.#stopWaiting = onLimit({ time: limits.time }, (error) => sink.fail(asError(error)));
  }

  stop(): void {
    this.#stopWaiting();
    this.#stopPolling?.();
    this.#isStopped = true;
    this.#reading.abort();
    if (!this.#isRegistered) return;
    this.#forget();
    this.#options.link.sendWithoutAnswer(this.#registration(ObserveAction.deregister));
  }

  async #handle(answer: CoapFrame): Promise<void> {
    this.#stopWaiting();
    this.#newest = answer;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const isObserved = optionOf(answer.options, CoapOptionNumber.OBSERVE) !== undefined;
    // The device has removed the observer and sends nothing more.
    if (!isObserved) this.#forget();
    try {
      const { link, message, limits } = this.#options;
      // Its further blocks are not notifications, so they need their own token.
      const request = { ...message, token: link.newToken() };
      const whole = await download(link, request, answer, { ...limits, signal }, () => undefined);
      if (this.#newest === answer) this.#deliver(responseOf(whole), isObserved);
    } catch (cause) {
      if (this.#newest === answer) this.#sink.fail(asError(cause));
    }
  }

  #deliver(response: DeviceResponse, isObserved: boolean): void {
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
