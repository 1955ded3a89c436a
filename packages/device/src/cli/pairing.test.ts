/** @module What is printed for people to copy and scan: tokens, shell words, QR codes. */
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { checkConnectionToken } from './connection-token.ts';
import { shellWord } from './shell-word.ts';
import { terminalQr } from './pairing.ts';

describe('a connection token', () => {
  const service = `lw_0123456789_${'a'.repeat(43)}`;
  test.each([service, 'demo-token-1', 'x'.repeat(64)])('accepts %s', (token) => {
    expect(checkConnectionToken(token)).toBe(token);
  });

  test.each([
    '',
    'x'.repeat(11),
    'x'.repeat(65),
    'lw_0123456789',
    service.slice(0, -1),
    `${service}a`,
    'with a space',
    'newline-inside\n',
    'ümläute-in-it',
  ])('refuses %j without quoting it', (token) => {
    expect(() => checkConnectionToken(token)).toThrow(expect.objectContaining({ code: 'ERR_SCT' }));
    expect(() => checkConnectionToken('canary canary')).not.toThrow('canary');
  });
});

test('a shell reads a quoted word back unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }).filter((text) => !text.includes('\0')),
      (text) => {
        expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
      },
    ),
    { numRuns: 30 },
  );
});

describe('a QR code', () => {
  const link = `https://service.example/#p=pr-1&d=de-1&u=admin&pwd=0123456789abcdef&sct=lw_0123456789_${'a'.repeat(43)}&fp=${'ab'.repeat(32)}`;

  test('draws every module of the code, two rows per line, light ones as blocks', () => {
    const { data, size } = encode(link, { ecc: 'L', border: 2 });
    const lines = terminalQr(link, { hasColors: false }).split('\n');
    const isDark = (row: number, column: number): boolean => {
      const half = row % 2 === 0 ? '█▀' : '█▄';
      return !half.includes(lines[Math.floor(row / 2)]?.[column] ?? '');
    };
    for (let row = 0; row < size; row += 1)
      for (let column = 0; column < size; column += 1) expect(isDark(row, column)).toBe(data[row]?.[column]);
    expect(lines[0]?.length).toBeLessThanOrEqual(80);
  });

  test('is light on dark with colors, whatever the colors of the terminal', () => {
    const lines = terminalQr(link, { hasColors: true }).split('\n');
    for (const line of lines)
      expect([line.startsWith('\u{1B}[97;40m'), line.endsWith('\u{1B}[0m')]).toEqual([true, true]);
  });
});
