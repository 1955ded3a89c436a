/** @module All fake sockets of one test, and the class that creates them. */
import { asSocketClass } from '../as-dom.ts';
import { FakeWebSocket, type FakeSocketHandler } from './fake-web-socket.ts';

/** Creates and tracks fake sockets. */
export class FakeSockets {
  readonly all: FakeWebSocket[] = [];
  /** Replaces the browser's class in a client's options. */
  readonly WebSocket: typeof WebSocket;

  constructor(handler: FakeSocketHandler) {
    const { all } = this;
    class Socket extends FakeWebSocket {
      constructor(url: string, protocols: string | readonly string[]) {
        super(url, [protocols].flat().join(', '), handler);
        all.push(this);
      }
    }
    this.WebSocket = asSocketClass(Socket);
  }

  /** The newest socket. */
  get last(): FakeWebSocket {
    const socket = this.all.at(-1);
    if (socket === undefined) throw new Error('no client opened a socket');
    return socket;
  }

  /** How many sockets are not closed. */
  get open(): number {
    return this.all.filter(({ readyState }) => readyState < FakeWebSocket.CLOSING).length;
  }

  /** Listeners left on all sockets. */
  get listeners(): number {
    return this.all.reduce((sum, socket) => sum + socket.listenerCount, 0);
  }
}
