/** @module Links survive a round trip, any text is parsed or refused in time, and any path survives a round trip. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeLinkFormat } from './encode-link-format.ts';
import type { Link } from './link.ts';
import { pathOfTarget, targetOfPath } from './link-path.ts';
import { parseLinkFormat } from './parse-link-format.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/u);
const link: fc.Arbitrary<Link> = fc.record({
  target: fc.string({ unit: 'grapheme' }).map((path) => targetOfPath(`/${path}`)),
  attributes: fc.array(
    fc.oneof(
      fc.record({ name }),
      fc.record({ name, value: fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat().map(String)) }),
    ),
    { maxLength: 6 },
  ),
});

test('parseLinkFormat reverses encodeLinkFormat', () => {
  fc.assert(
    fc.property(fc.array(link, { maxLength: 6 }), (links) => {
      expect(parseLinkFormat(encodeLinkFormat(links))).toEqual({ ok: true, value: links });
    }),
  );
});

test('parseLinkFormat returns links that survive a round trip, or a reason, for any text', () => {
  const pieces = fc.constantFrom('<', '>', '/a', ';', ',', '=', '"', '\\', ' ', 'rt', 'obs', '1', '\n', 'é');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(pieces).map((parts) => parts.join('')),
      ),
      (text) => {
        const links = parseLinkFormat(text);
        const isFaithful = links.ok
          ? JSON.stringify(parseLinkFormat(encodeLinkFormat(links.value))) === JSON.stringify(links)
          : /^malformed links: want .* at character \d+$/u.test(links.reason);
        expect(isFaithful).toBe(true);
      },
    ),
  );
});

test('any path survives a round trip, and its target is nothing but a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const target = targetOfPath(`/x${text}`);
      expect(target).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$/u);
      expect(pathOfTarget(target)).toBe(`/x${text}`);
    }),
  );
});
