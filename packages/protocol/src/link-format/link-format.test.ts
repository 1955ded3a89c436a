/** @module Links as in RFC 6690 section 5, as other implementations write them, and malformed ones. */
import { describe, expect, test } from 'vitest';
import { encodeLinkFormat } from './encode-link-format.ts';
import { linkAttribute, type Link } from './link.ts';
import { pathOfTarget, targetOfPath } from './link-path.ts';
import { MAX_LINK_ATTRIBUTES, MAX_LINKS, parseLinkFormat } from './parse-link-format.ts';

const parsed = (text: string): readonly Link[] => {
  const links = parseLinkFormat(text);
  if (!links.ok) throw new Error(links.reason);
  return links.value;
};

describe('parseLinkFormat and encodeLinkFormat handle RFC 6690 section 5', () => {
  test('a list of sensors with an attribute of each kind', () => {
    expect(
      parsed('</sensors>;ct=40;title="Sensor Index",</sensors/temp>;rt="temperature-c";if="sensor"'),
    ).toEqual([
      {
        target: '/sensors',
        attributes: [
          { name: 'ct', value: '40' },
          { name: 'title', value: 'Sensor Index' },
        ],
      },
      {
        target: '/sensors/temp',
        attributes: [
          { name: 'rt', value: 'temperature-c' },
          { name: 'if', value: 'sensor' },
        ],
      },
    ]);
  });

  test('links to another host with a context', () => {
    const [first, second] = parsed(
      '<http://www.example.com/sensors/t123>;anchor="/sensors/temp";rel="describedby",</t>;anchor="/sensors/temp";rel="alternate"',
    );
    expect([first?.target, first && pathOfTarget(first.target)]).toEqual([
      'http://www.example.com/sensors/t123',
      undefined,
    ]);
    expect(second && linkAttribute(second, 'rel')).toBe('alternate');
  });

  test('a numeric size and several types in one attribute', () => {
    const text = '</firmware/v2.1>;rt="firmware image";sz=262144';
    expect(encodeLinkFormat(parsed(text))).toBe(text);
  });
});

describe('parseLinkFormat', () => {
  test('accepts spaces and line breaks between links, and names without a value', () => {
    const links = parsed('</a>;obs,\n </b> ; ct = 50 ;obs');
    expect(links.map(({ target }) => target)).toEqual(['/a', '/b']);
    expect(links.map((link) => linkAttribute(link, 'obs'))).toEqual(['', '']);
    expect(links.map((link) => linkAttribute(link, 'ct'))).toEqual([undefined, '50']);
  });

  test('accepts separators inside quotes, escaped where necessary', () => {
    const [link] = parsed(String.raw`</a>;title="say \"x\", \\ and ; </b>"`);
    expect(link && linkAttribute(link, 'title')).toBe(String.raw`say "x", \ and ; </b>`);
  });

  test('uses the first of duplicate attributes', () => {
    expect(parsed('</a>;rt=one;rt=two').map((link) => linkAttribute(link, 'rt'))).toEqual(['one']);
  });

  test('returns no links for an empty text', () => expect([parsed(''), parsed(' \n')]).toEqual([[], []]));
});

describe('parseLinkFormat names the position and never quotes the text', () => {
  test.each([
    ['/a', 'a target in angle brackets at character 0'],
    ['</a', 'a target in angle brackets at character 0'],
    ['</a>,', 'a target in angle brackets at character 5'],
    ['</a></b>', 'a comma or the end at character 4'],
    ['</a>;', 'a comma or the end at character 4'],
    ['</a>;title="x', 'a comma or the end at character 10'],
    ['</a>;=1', 'a comma or the end at character 4'],
    ['<</a>>', 'a target in angle brackets at character 0'],
  ])('%s', (text, expected) => {
    expect(parseLinkFormat(text)).toEqual({ ok: false, reason: `malformed links: want ${expected}` });
  });

  test('refuses more links or attributes than the limits', () => {
    expect(parseLinkFormat(Array.from({ length: MAX_LINKS + 1 }, () => '</a>').join(','))).toMatchObject({
      ok: false,
    });
    expect(parsed(`</a>${';x'.repeat(MAX_LINK_ATTRIBUTES)}`)[0]?.attributes).toHaveLength(
      MAX_LINK_ATTRIBUTES,
    );
    expect(parseLinkFormat(`</a>${';x'.repeat(MAX_LINK_ATTRIBUTES + 1)}`)).toMatchObject({ ok: false });
  });
});

describe('paths and link targets', () => {
  test.each([
    ['/lights/:name', '/lights/:name'],
    ['/a b', '/a%20b'],
    ['/<x>', '/%3Cx%3E'],
    ['/50%', '/50%25'],
    ['/wärme', '/w%C3%A4rme'],
    ['/a,b;c', '/a,b;c'],
  ])('%s is the target %s and back', (path, target) => {
    expect([targetOfPath(path), pathOfTarget(target)]).toEqual([target, path]);
  });

  test('escapes that are not UTF-8 or a slash stay encoded', () => {
    expect([pathOfTarget('/%ff'), pathOfTarget('/a%2fb'), pathOfTarget('/%zz')]).toEqual([
      '/%ff',
      '/a%2fb',
      '/%zz',
    ]);
  });

  test('targets outside of this device have no path', () => {
    expect(['coap://x/a', '//x/a', 'a', ''].map(pathOfTarget)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
