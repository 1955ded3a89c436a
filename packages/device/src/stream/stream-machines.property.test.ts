/** @module For any order of events a stream ends closed, and the bytes read are those sent, in order. */
import { once } from 'node:events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeviceStream } from './device-stream.ts';
import { hashOf, openStream, type StreamClient } from './stream-client.fixture.ts';

/** The possible next events on either side. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('clientSends' as const), length: fc.integer({ min: 0, max: 60_000 }) }),
    fc.record({ kind: fc.constant('deviceWrites' as const), length: fc.integer({ min: 0, max: 400_000 }) }),
    fc.record({ kind: fc.constant('clientGrants' as const), length: fc.integer({ min: 0, max: 300_000 }) }),
    fc.constantFrom(
      { kind: 'deviceReads' as const },
      { kind: 'lineDrains' as const },
      { kind: 'clientEnds' as const },
      { kind: 'deviceEnds' as const },
      { kind: 'turn' as const },
    ),
  ),
  { maxLength: 40 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];

/** One stream to which events are applied; each side sends and writes only what it still may. */
class Run {
  readonly client: StreamClient;
  readonly stream: DeviceStream;
  readonly sent: Uint8Array[] = [];
  readonly written: Uint8Array[] = [];
  readonly read: Uint8Array[] = [];
  #hasClientEnded = false;
  #hasDeviceEnded = false;
  #next = 0;

  constructor(isFramed: boolean) {
    ({ client: this.client, stream: this.stream } = openStream({ isFramed }));
    this.client.native.isHolding = true;
  }

  async step(step: Step): Promise<void> {
    switch (step.kind) {
      case 'clientSends':
        this.#clientSends(step.length);
        break;
      case 'deviceWrites':
        if (!this.#hasDeviceEnded && !this.#isPlainOver) this.#write(step.length);
        break;
      case 'clientGrants':
        if (this.client.isFramed && !this.client.native.isClosed)
          this.client.frame({ kind: 'credit', bytes: step.length });
        break;
      case 'deviceReads':
        this.#readOnce();
        break;
      case 'lineDrains':
        this.client.native.drain();
        break;
      case 'clientEnds':
        this.clientEnds();
        break;
      case 'deviceEnds':
        this.deviceEnds();
        break;
      case 'turn':
        await new Promise(setImmediate);
        break;
    }
  }

  clientEnds(): void {
    if (this.#hasClientEnded || this.client.native.isClosed) return;
    this.#hasClientEnded = true;
    this.client.end();
  }

  deviceEnds(): void {
    if (this.#hasDeviceEnded) return;
    this.#hasDeviceEnded = true;
    this.stream.end();
  }

  /** Lets the stream run until it has closed. */
  async finish(): Promise<void> {
    const closed = this.stream.closed ? Promise.resolve() : once(this.stream, 'close');
    this.stream.on('data', (chunk: Uint8Array) => this.read.push(chunk));
    const flow = setInterval(() => {
      if (this.client.isFramed && !this.client.native.isClosed)
        this.client.frame({ kind: 'credit', bytes: 262_144 });
      this.client.native.drain();
    }, 1);
    this.deviceEnds();
    if (this.client.isFramed) this.clientEnds();
    await closed;
    clearInterval(flow);
  }

  /** Without framing the end of one direction ends both. */
  get #isPlainOver(): boolean {
    return !this.client.isFramed && (this.#hasClientEnded || this.#hasDeviceEnded);
  }

  #clientSends(length: number): void {
    const sum = this.sent.reduce((total, bytes) => total + bytes.length, 0);
    const read = this.read.reduce((total, bytes) => total + bytes.length, 0);
    const room = this.client.isFramed ? this.client.credit : 900_000 - (sum - read);
    if (this.#hasClientEnded || this.#isPlainOver || this.client.native.isClosed || length > room) return;
    const bytes = this.#bytes(length);
    this.sent.push(bytes);
    this.client.send(bytes);
  }

  #write(length: number): void {
    const bytes = this.#bytes(length);
    this.written.push(bytes);
    this.stream.write(bytes);
  }

  #readOnce(): void {
    const chunk: unknown = this.stream.read();
    if (chunk instanceof Uint8Array) this.read.push(chunk);
  }

  #bytes(length: number): Uint8Array {
    this.#next += 1;
    return new Uint8Array(length).fill(this.#next);
  }
}

test('a stream/1 stream loses nothing in either direction and closes, for any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const run = new Run(true);
      for (const step of list) await run.step(step);
      await run.finish();
      expect(hashOf(Buffer.concat(run.read))).toBe(hashOf(Buffer.concat(run.sent)));
      expect(hashOf(run.client.bytes)).toBe(hashOf(Buffer.concat(run.written)));
      expect([run.stream.errored, run.client.kinds.filter((kind) => kind !== 'credit')]).toEqual([
        null,
        ['fin'],
      ]);
      expect([run.client.native.isClosed, run.client.native.bufferedAmount()]).toEqual([true, 0]);
    }),
    { numRuns: 200 },
  );
});

test('a plain stream delivers what the client sent, sends only what was written, and closes, for any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const run = new Run(false);
      for (const step of list) await run.step(step);
      const hasClientEnded = list.some(({ kind }) => kind === 'clientEnds');
      await run.finish();
      const [read, sent] = [Buffer.concat(run.read), Buffer.concat(run.sent)];
      expect(hashOf(read)).toBe(hashOf(sent));
      const [got, written] = [run.client.bytes, Buffer.concat(run.written)];
      expect(hashOf(got)).toBe(hashOf(written.subarray(0, got.length)));
      // Only a client that closes loses bytes that were not sent yet.
      expect(hasClientEnded || got.length === written.length).toBe(true);
      expect([run.stream.errored, run.client.native.isClosed]).toEqual([null, true]);
    }),
    { numRuns: 200 },
  );
});
