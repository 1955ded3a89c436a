/** @module The name under which a device's file is shown and saved: one line, no folder, and nothing that hides its type. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceFileName } from '../../save-file.ts';
import { offeredName, suggestedName } from './offered-name.ts';

test.each([
  ['attachment; filename="notes of today.txt"', 'notes of today.txt'],
  ['attachment; filename=notes.txt', 'notes.txt'],
  [String.raw`attachment; filename="a \"b\".txt"`, 'a "b".txt'],
  ['attachment; filename="x.txt"; filename*=UTF-8\'\'gr%C3%BCn.txt', 'grün.txt'],
  ["attachment; filename*=UTF-8''%FF.txt", '%FF.txt'],
  ['attachment', '/logs/day%201.txt'],
])('a response with the disposition "%s" suggests the file name %s', (disposition, expected) => {
  const fields = [['Content-Disposition', disposition]] as const;
  expect(suggestedName(fields, '/logs/day%201.txt?x=/y')).toBe(
    disposition === 'attachment' ? '/logs/day 1.txt' : expected,
  );
});

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\system.ini', 'system.ini'],
  ['/logs/', 'logs'],
  ['photo\u202Egpj.exe', 'photo_gpj.exe'],
  ['invoice.pdf            .exe', 'invoice.pdf .exe'],
  ['a\r\nb\u0000c.txt', 'a b_c.txt'],
  ['zero\u200Bwidth\u2066.txt', 'zero_width_.txt'],
  ['<b>"Save"</b>: x?.txt', 'b_ x_.txt'],
  ['.bashrc', 'bashrc'],
  ['..', 'file'],
  ['', 'file'],
  ['übung – ملف.txt', 'übung _ ملف.txt'],
])('the file name %j is shown and saved as %j', (suggested, expected) => {
  expect(offeredName(suggested)).toBe(expected);
});

test('a long file name keeps its end, which shows the type', () => {
  expect(offeredName(`${'x'.repeat(500)}.tar.gz`)).toBe(`${'x'.repeat(77)}.gz`);
  expect(offeredName(`${'x'.repeat(500)}.${'y'.repeat(500)}`)).toBe('x'.repeat(80));
});

test('any offered name is one line of at most 80 visible characters without a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (suggested) => {
      const name = offeredName(suggested);
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}_()+,=@-][\p{L}\p{M}\p{N} ._()+,=@-]*$/u);
      expect(Array.from(name).length).toBeLessThanOrEqual(80);
      expect(offeredName(name)).toBe(name);
    }),
  );
});

test('an offered file is saved with the device’s name before its own', () => {
  expect(deviceFileName('Garden / camera', 'report.pdf')).toBe('Garden  camera - report.pdf');
  expect(deviceFileName('???', 'report.pdf')).toBe('device - report.pdf');
});
