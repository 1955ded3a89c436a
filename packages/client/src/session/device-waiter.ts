/** @module Lets a session learn that its offline device has attached, where the service can report it. */
import type * as DeviceWaitPart from './device-wait.ts';
import type { Logger } from '@longwire/protocol';
import { onAbort } from '@longwire/protocol/base';
import { signalingUrl } from '@longwire/protocol/signaling';
import { Part } from '../load/part.ts';
import { tokenOf } from './open-session-link.ts';
import type { ResolvedSessionOptions } from './session-options.ts';

/** The code needed while a device is offline. */
export const DEVICE_WAIT: Part<typeof DeviceWaitPart> = new Part(
  'waiting for a device',
  () => import('./device-wait.ts'),
);

/** Options of a {@link DeviceWaiter}. */
export interface DeviceWaiterOptions {
  readonly options: ResolvedSessionOptions;
  readonly logger: Logger;
  readonly onAttached: () => void;
}

/** Waits beside the session's attempts, whose waits it can only shorten. */
export class DeviceWaiter {
  readonly #given: DeviceWaiterOptions;
  #isSupported = true;

  constructor(given: DeviceWaiterOptions) {
    this.#given = given;
  }

  /** Starts to wait; returns a function that stops it. */
  start(): () => void {
    if (!this.#isSupported) return () => undefined;
    const abort = new AbortController();
    void this.#wait(abort.signal);
    return () => abort.abort();
  }

  async #wait(signal: AbortSignal): Promise<void> {
    try {
      onAbort(signal, await this.#open(signal));
    } catch (error) {
      if (!signal.aborted) this.#given.logger.info('session.wait-failed', { error });
    }
  }

  async #open(signal: AbortSignal): Promise<() => void> {
    const { options, onAttached } = this.#given;
    const { signalingServerUrl, productId, deviceId, WebSocket = globalThis.WebSocket } = options.connection;
    const [token, part] = await Promise.all([tokenOf(options, signal), DEVICE_WAIT.load()]);
    signal.throwIfAborted();
    return part.waitForDevice({
      url: signalingUrl(signalingServerUrl),
      WebSocket,
      login: { kind: 'login', productId, deviceId, ...token },
      onAttached,
      onUnsupported: () => {
        this.#isSupported = false;
      },
    });
  }
}
