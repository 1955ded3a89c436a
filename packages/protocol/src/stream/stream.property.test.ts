/** @module Any bytes are parsed or refused, frames survive a round trip, and no byte of credit is lost or created. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalBytes } from '../bytes/equal-bytes.ts';
import { INITIAL_STREAM_CREDIT, ReceiveWindow, SendWindow } from './stream-credit.ts';
import { decodeStreamFrame, encodeStreamFrame, MAX_UINT32, type StreamFrame } from './stream-frame.ts';
import { formatStreamLabel, MAX_STREAM_PORT, parseStreamLabel } from './stream-label.ts';

const uint32 = fc.nat({ max: MAX_UINT32 });
const frame: fc.Arbitrary<StreamFrame> = fc.oneof(
  fc.record({ kind: fc.constant('data'), data: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({ kind: fc.constant('fin') }),
  fc.record({ kind: fc.constant('reset'), code: uint32 }),
  fc.record({ kind: fc.constant('credit'), bytes: uint32 }),
);

test('decodeStreamFrame reverses encodeStreamFrame', () => {
  fc.assert(
    fc.property(frame, (value) => {
      expect(decodeStreamFrame(encodeStreamFrame(value))).toEqual({ ok: true, value });
    }),
  );
});

test('decodeStreamFrame returns a frame that encodes to the same bytes, or a reason, for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 10 }), (bytes) => {
      const decoded = decodeStreamFrame(bytes);
      const isFaithful = decoded.ok
        ? equalBytes(encodeStreamFrame(decoded.value), bytes)
        : decoded.reason.startsWith('stream frame with ');
      expect(isFaithful).toBe(true);
    }),
  );
});

test('parseStreamLabel returns a port with the same digits, or undefined, for any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        uint32.map((port) => `stream-${port}`),
      ),
      (label) => {
        const port = parseStreamLabel(label);
        expect(port === undefined || label.endsWith(formatStreamLabel(port))).toBe(true);
      },
    ),
  );
  fc.assert(
    fc.property(fc.nat({ max: MAX_STREAM_PORT }), (port) => {
      expect(parseStreamLabel(formatStreamLabel(port))).toBe(port);
    }),
  );
});

const size = fc.integer({ min: 0, max: 4 * INITIAL_STREAM_CREDIT });

test('sender and receiver never overflow, stall or hold more unread bytes than the window', () => {
  const steps = fc.array(fc.record({ send: size, read: size }), { maxLength: 100 });
  fc.assert(
    fc.property(size, steps, (windowBytes, course) => {
      const sender = new SendWindow();
      const receiver = new ReceiveWindow(windowBytes);
      const limit = Math.max(windowBytes, INITIAL_STREAM_CREDIT);
      expect(sender.grant(receiver.consume(0))).toBe(true);
      let unread = 0;
      for (const { send, read } of course) {
        const sent = sender.take(send);
        expect(receiver.receive(sent)).toBe(true);
        unread += sent;
        expect(unread).toBeLessThanOrEqual(limit);
        const consumed = Math.min(unread, read);
        unread -= consumed;
        expect(sender.grant(receiver.consume(consumed))).toBe(true);
        // Credit is conserved: sendable plus unread bytes never exceed the window, and with everything read they are
        // at least half of it.
        expect(sender.available + unread).toBeLessThanOrEqual(limit);
        expect(sender.available * 2 + (unread > 0 ? limit : 0)).toBeGreaterThanOrEqual(INITIAL_STREAM_CREDIT);
      }
    }),
  );
});
