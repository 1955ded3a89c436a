/** @module An outbox sends in order with bounded memory. */
import { expect, test, vi } from 'vitest';
import { SocketOutbox } from './socket-outbox.ts';

/** A socket that writes only when the test flushes it. */
class FakePort {
  bufferedAmount = 0;
  readonly written: string[] = [];
  readonly #unsent: { text: string; done: () => void }[] = [];

  send(bytes: Buffer, _options: object, done: () => void = () => undefined): void {
    const text = bytes.toString();
    this.bufferedAmount += text.length;
    this.#unsent.push({ text, done });
  }

  flushOne(): void {
    const next = this.#unsent.shift();
    if (next === undefined) return;
    this.bufferedAmount -= next.text.length;
    this.written.push(next.text);
    next.done();
  }

  flush(): void {
    while (this.#unsent.length > 0) this.flushOne();
  }
}

function makeOutbox(port: FakePort, onOverflow: () => void = vi.fn<() => void>()): SocketOutbox {
  return new SocketOutbox({ port, highWaterBytes: 4, maxBytes: 10, owner: { handleOverflow: onOverflow } });
}

test('an offer below the high-water mark is sent immediately', () => {
  const port = new FakePort();
  expect(makeOutbox(port).offer(() => 'ab')).toBeUndefined();
  expect(port.bufferedAmount).toBe(2);
});

test('offers wait above the high-water mark, exceed it by at most one message, and keep their order', async () => {
  const port = new FakePort();
  const outbox = makeOutbox(port);
  const waits = ['aaaaa', 'bbbbb', 'ccccc', 'ddddd'].map((text) => outbox.offer(() => text));
  expect(waits.map((wait) => wait === undefined)).toEqual([true, false, false, false]);
  expect(port.bufferedAmount).toBe(5);
  port.flushOne();
  await waits[1];
  expect(port.bufferedAmount).toBe(5);
  port.flush();
  await Promise.all(waits.map(async (wait) => wait));
  expect(port.written).toEqual(['aaaaa', 'bbbbb', 'ccccc', 'ddddd']);
});

test('an offer that is no longer needed is dropped, and the next one is sent', async () => {
  const port = new FakePort();
  const outbox = makeOutbox(port);
  outbox.send('aaaaa');
  const dropped = outbox.offer(() => undefined);
  const sent = outbox.offer(() => 'c');
  port.flush();
  await dropped;
  await sent;
  expect(port.written).toEqual(['aaaaa', 'c']);
});

test('sending up to the maximum succeeds, one byte more closes the socket', () => {
  const port = new FakePort();
  const onOverflow = vi.fn<() => void>();
  const outbox = makeOutbox(port, onOverflow);
  outbox.send('aaaaa');
  outbox.send('üü-');
  expect(onOverflow).not.toHaveBeenCalled();
  outbox.send('ccc');
  expect(onOverflow).toHaveBeenCalledOnce();
});

test('closing releases all waiting senders and sends nothing more', async () => {
  const port = new FakePort();
  const outbox = makeOutbox(port);
  outbox.send('aaaaa');
  const wait = outbox.offer(() => 'b');
  outbox.close();
  await wait;
  port.flush();
  outbox.send('c');
  expect(port.written).toEqual(['aaaaa']);
});
