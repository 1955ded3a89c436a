/** @module Checks which framing the requests of a connection use: JSON is text. */
import type { Connection } from '@longwire/client';

export type Framing = 'json' | 'binary';

/** Sends one request and checks its framing. @throws Error when it is not the framing to be measured. */
export async function expectFraming(connection: Connection, expected: Framing): Promise<void> {
  const seen: Framing[] = [];
  const send = Object.getOwnPropertyDescriptor(RTCDataChannel.prototype, 'send');
  if (send === undefined) throw new Error('RTCDataChannel has no method send');
  const watched = new Proxy(send.value, {
    apply(target, channel, args: readonly unknown[]) {
      seen.push(typeof args[0] === 'string' ? 'json' : 'binary');
      Reflect.apply(target, channel, args);
    },
  });
  Object.defineProperty(RTCDataChannel.prototype, 'send', { ...send, value: watched });
  await connection.request('GET', '/reading');
  Object.defineProperty(RTCDataChannel.prototype, 'send', send);
  if (seen.length === 0 || seen.some((framing) => framing !== expected)) {
    throw new Error(`wrong request framing: want ${expected}, got ${seen.join(', ')}`);
  }
}
