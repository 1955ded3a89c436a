/** @module What `GET /.well-known/core` lists of an application's routes, and for whom. */
import { ContentFormat } from '@longwire/protocol';
import { parseLinkFormat } from '@longwire/protocol/link-format';
import { describe, expect, test } from 'vitest';
import { setUpRoutes, type RoutesUnderTest } from './app-routes.fixture.ts';

const LIST = '/.well-known/core';
const nothing = (): undefined => undefined;
const listOf = async ({ ask }: RoutesUnderTest): Promise<readonly string[]> => {
  const { status, text } = await ask('GET', LIST);
  expect(status).toBe(205);
  return text === '' ? [] : text.split(',<').map((link, index) => (index === 0 ? link : `<${link}`));
};
const gateFor = (actions: readonly string[]): RoutesUnderTest => {
  const device = setUpRoutes(actions);
  device.routes.add('GET', '/gate', nothing, { action: 'Gate:See' });
  device.routes.add('POST', '/gate', nothing, { action: 'Gate:Open' });
  device.routes.add('GET', '/open', nothing, { action: null });
  device.routes.add('GET', '/secret', nothing, { action: 'Secret:See' });
  return device;
};
const refuse = (facts: object): unknown => {
  try {
    setUpRoutes().routes.add('GET', '/x', nothing, { facts });
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('the resource list', () => {
  test('lists paths in order, with their methods, observability and metadata', async () => {
    const device = setUpRoutes();
    device.routes.addObservable('/celsius', nothing, {
      facts: { rt: 'temperature-c', ct: ContentFormat.json, title: 'The "shed"' },
    });
    device.routes.add('PUT', '/celsius', nothing, { facts: { ct: [50, 60] } });
    device.routes.add('GET', '/a b', nothing, { facts: { rt: ['one', 'two'] } });
    expect(await listOf(device)).toEqual([
      '</a%20b>;rt="one two";methods="GET"',
      String.raw`</celsius>;rt="temperature-c";ct="50 60";obs;title="The \"shed\"";methods="GET PUT"`,
    ]);
  });

  test('marks a pattern, which is not a resource until its names have values', async () => {
    const device = setUpRoutes();
    device.routes.add('PUT', '/lights/:name', nothing);
    expect(await listOf(device)).toEqual(['</lights/:name>;methods="PUT";pattern']);
  });

  test('writes a single content format as a number', async () => {
    const device = setUpRoutes();
    device.routes.add('GET', '/log', nothing, { facts: { ct: 0 } });
    expect(await listOf(device)).toEqual(['</log>;ct=0;methods="GET"']);
  });

  test('is valid link format', async () => {
    const device = setUpRoutes();
    device.routes.add('GET', '/x', nothing);
    const request = { method: 'GET', path: LIST } as const;
    const answer = await device.routes.handle(request, { session: device.session });
    expect([answer.statusCode, answer.contentFormat]).toEqual([205, ContentFormat.linkFormat]);
    expect(parseLinkFormat(new TextDecoder().decode(answer.payload))).toMatchObject({ ok: true });
  });

  test('omits itself and the built-in resources', async () => {
    const device = setUpRoutes();
    device.builtIn.get('/iam/me', nothing, { action: null });
    expect(await listOf(device)).toEqual([]);
  });
});

test('omits each method that the caller has no right to', async () => {
  expect(await listOf(gateFor(['Gate:See']))).toEqual(['</gate>;methods="GET"', '</open>;methods="GET"']);
  expect(await listOf(gateFor([]))).toEqual(['</open>;methods="GET"']);
});

describe('metadata of routes', () => {
  test.each([
    [{ rt: 'two words' }],
    [{ rt: ['fine', 'a"b'] }],
    [{ rt: '' }],
    [{ ct: -1 }],
    [{ ct: [50, 65_536] }],
    [{ ct: 0.5 }],
    [{ title: 'two\nlines' }],
    [{ title: 'x'.repeat(129) }],
  ])('refuses %j', (facts) => expect(refuse(facts)).toMatchObject({ code: 'ERR_ROUTE' }));

  test('refuses an application route at the path of the list', () => {
    const { routes } = setUpRoutes();
    expect(() => routes.add('GET', LIST, nothing)).toThrow(expect.objectContaining({ code: 'ERR_ROUTE' }));
  });
});
