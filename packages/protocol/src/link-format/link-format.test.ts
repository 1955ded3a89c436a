/** @module Links as RFC 6690 writes them in its section 5, as others write them, and what is refused. */
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

describe('RFC 6690 section 5', () => {
  test('sensors, with an attribute of each kind', () => {
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

  test('links to another host, with a context', () => {
    const [first, second] = parsed(
      '<http://www.example.com/sensors/t123>;anchor="/sensors/temp";rel="describedby",</t>;anchor="/sensors/temp";rel="alternate"',
    );
    expect([first?.target, first && pathOfTarget(first.target)]).toEqual([
      'http://www.example.com/sensors/t123',
      undefined,
    ]);
    expect(second && linkAttribute(second, 'rel')).toBe('alternate');
  });

  test('a size as a number, several types in one attribute', () => {
    const text = '</firmware/v2.1>;rt="firmware image";sz=262144';
    expect(encodeLinkFormat(parsed(text))).toBe(text);
  });
});

describe('as others write them', () => {
  test('spaces and line breaks between links, and names without a value', () => {
    const links = parsed('</a>;obs,\n </b> ; ct = 50 ;obs');
    expect(links.map(({ target }) => target)).toEqual(['/a', '/b']);
    expect(links.map((link) => linkAttribute(link, 'obs'))).toEqual(['', '']);
    expect(links.map((link) => linkAttribute(link, 'ct'))).toEqual([undefined, '50']);
  });

  test('what separates links and attributes stands in quotes, escaped where it must be', () => {
    const [link] = parsed(String.raw`</a>;title="say \"x\", \\ and ; </b>"`);
    expect(link && linkAttribute(link, 'title')).toBe(String.raw`say "x", \ and ; </b>`);
  });

  test('of an attribute that is there twice the first counts', () => {
    expect(parsed('</a>;rt=one;rt=two').map((link) => linkAttribute(link, 'rt'))).toEqual(['one']);
  });

  test('nothing is no links', () => expect([parsed(''), parsed(' \n')]).toEqual([[], []]));
});

describe('refused, with the place and without the text', () => {
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
    expect(parseLinkFormat(text)).toEqual({ ok: false, reason: `link format expected ${expected}` });
  });

  test('more links, or attributes, than are read', () => {
    expect(parseLinkFormat(Array.from({ length: MAX_LINKS + 1 }, () => '</a>').join(','))).toMatchObject({
      ok: false,
    });
    expect(parsed(`</a>${';x'.repeat(MAX_LINK_ATTRIBUTES)}`)[0]?.attributes).toHaveLength(
      MAX_LINK_ATTRIBUTES,
    );
    expect(parseLinkFormat(`</a>${';x'.repeat(MAX_LINK_ATTRIBUTES + 1)}`)).toMatchObject({ ok: false });
  });
});

describe('paths', () => {
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

  test('escapes that are no UTF-8, or a slash, stay', () => {
    expect([pathOfTarget('/%ff'), pathOfTarget('/a%2fb'), pathOfTarget('/%zz')]).toEqual([
      '/%ff',
      '/a%2fb',
      '/%zz',
    ]);
  });

  test('what is no path of this device', () => {
    expect(['coap://x/a', '//x/a', 'a', ''].map(pathOfTarget)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
