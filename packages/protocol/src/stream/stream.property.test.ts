/** @module Any bytes are read or refused, frames come back as written, and no byte of credit is lost or made. */
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

test('decode(encode(x)) = x', () => {
  fc.assert(
    fc.property(frame, (value) => {
      expect(decodeStreamFrame(encodeStreamFrame(value))).toEqual({ ok: true, value });
    }),
  );
});

test('any bytes: a frame that is written with the same bytes, or a reason', () => {
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

test('any text: a port that is written with the same digits, or none', () => {
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

test('a sender that takes and a receiver that reads: no overflow, no stall, never more unread than the window', () => {
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
        // Credit is conserved: what may go and what is unread is never more than the window, and with
        // everything read never less than half of it.
        expect(sender.available + unread).toBeLessThanOrEqual(limit);
        expect(sender.available * 2 + (unread > 0 ? limit : 0)).toBeGreaterThanOrEqual(INITIAL_STREAM_CREDIT);
      }
    }),
  );
});
