/** @module Messages survive a round trip, and any bytes are a message or have a reason, in one pass. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_BLOCK_NUM, encodeBlock, parseBlock } from './block.ts';
import { codeOfStatus, statusOfCode } from './coap-code.ts';
import { encodeCoapFrame, parseCoapFrame } from './coap-frame.ts';
import { pathOf, pathOptions, queryOf, uintOf, uintOption } from './coap-option.ts';
import { parseCsm } from './csm.ts';

const option = fc.record({
  number: fc.oneof(fc.nat(40), fc.nat(0xffff)),
  value: fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 255, maxLength: 300 })),
});
const head = {
  code: fc.nat(255),
  token: fc.uint8Array({ maxLength: 8 }),
  options: fc.array(option, { maxLength: 20 }),
};
const frame = fc.oneof(
  fc.record(head),
  fc.record({ ...head, payload: fc.uint8Array({ minLength: 1, maxLength: 100 }) }),
);

test('parseCoapFrame reverses encodeCoapFrame, with options sorted by number', () => {
  fc.assert(
    fc.property(frame, (written) => {
      const options = written.options.toSorted((one, other) => one.number - other.number);
      expect(parseCoapFrame(encodeCoapFrame(written))).toEqual({ ok: true, value: { ...written, options } });
    }),
  );
});

test('parseCoapFrame returns a message that survives a round trip, or a reason, for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const parsed = parseCoapFrame(bytes);
      if (!parsed.ok) return parsed.reason.startsWith('CoAP message with ');
      // Heads longer than necessary are accepted as well, so only parsed messages survive a round trip.
      const again = parseCoapFrame(encodeCoapFrame(parsed.value));
      expect(again).toEqual(parsed);
      return parseCsm(parsed.value.options).ok !== undefined;
    }),
    { numRuns: 5000 },
  );
});

test('parseCoapFrame never throws for a message cut off anywhere or changed in one byte', () => {
  const cut = fc.tuple(frame, fc.nat(), fc.nat(255));
  fc.assert(
    fc.property(cut, ([written, at, byte]) => {
      const bytes = encodeCoapFrame(written);
      const changed = Uint8Array.from(bytes);
      changed[at % bytes.length] = byte;
      for (const some of [bytes.subarray(0, at % bytes.length), changed])
        expect(typeof parseCoapFrame(some).ok).toBe('boolean');
    }),
  );
});

test('option numbers, blocks and codes survive a round trip', () => {
  const block = fc.record({ num: fc.nat(MAX_BLOCK_NUM), more: fc.boolean(), szx: fc.nat(7) });
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), block, fc.nat(31), (number, one, detail) => {
      expect(uintOf(uintOption(1, number).value)).toBe(number);
      expect(parseBlock(encodeBlock(27, one).value)).toEqual(one);
      for (const kind of [2, 4, 5])
        expect(statusOfCode(codeOfStatus(kind * 100 + detail))).toBe(kind * 100 + detail);
    }),
  );
});

test('any path survives a round trip through its options', () => {
  const segment = fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .map((text) => text.replaceAll(/[/?&]/gu, '-'));
  const path = fc.tuple(fc.array(segment, { minLength: 1 }), fc.array(segment));
  fc.assert(
    fc.property(path, ([segments, query]) => {
      const text = `/${segments.join('/')}`;
      const options = pathOptions(query.length === 0 ? text : `${text}?${query.join('&')}`);
      expect(pathOf(options)).toBe(text);
      expect(queryOf(options).join('&')).toBe(query.join('&'));
    }),
  );
});
