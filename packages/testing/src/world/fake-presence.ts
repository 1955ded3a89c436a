/** @module Whether the fake device is attached to the fake service, and the clients that wait for it. */
import { asksToWait, CloseCode, encodeDeviceReport } from '@longwire/protocol';
import type { FakeWebSocket } from '../socket/fake-web-socket.ts';

/** The service's view of the device. */
export class FakePresence {
  readonly #waiting = new Set<FakeWebSocket>();
  #isAttached = true;

  get isAttached(): boolean {
    return this.#isAttached;
  }

  set(isAttached: boolean): void {
    this.#isAttached = isAttached;
    if (!isAttached) return;
    for (const socket of this.#waiting) this.#report(socket);
    this.#waiting.clear();
  }

  /** Handles a login that opens no session; false for any other. */
  handleLogin(socket: FakeWebSocket, text: string): boolean {
    const isWaiting = asksToWait(text);
    if (this.#isAttached && !isWaiting) return false;
    if (this.#isAttached) this.#report(socket);
    else if (isWaiting) {
      this.#waiting.add(socket);
      socket.serverSend(encodeDeviceReport(false));
    } else socket.serverClose(CloseCode.deviceOffline, 'device offline');
    return true;
  }

  #report(socket: FakeWebSocket): void {
    socket.serverSend(encodeDeviceReport(true));
    socket.serverClose(CloseCode.deviceClosed, 'device attached');
  }
}
