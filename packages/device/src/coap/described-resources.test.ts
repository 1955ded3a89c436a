/** @module Described resources: what they take, what they answer, what is said of them in the list and in the Thing Description, and to whom. */
import { utf8Encode } from '@longwire/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addActionResource, addValueResource } from './add-resource.ts';
import { setUpRoutes, type RoutesUnderTest } from './app-routes.fixture.ts';
import { isAllowed, type DataSchema } from './data-schema.ts';
import { HandlerError } from './handler-error.ts';

const CORE = '/.well-known/core';
const THING = '/.well-known/wot';

/** A light, a brightness, a temperature, a mode and a restart. */
function setUpRoom(actions?: readonly string[]): RoutesUnderTest & { readonly room: Room } {
  const device = setUpRoutes(actions);
  const room: Room = { isOn: false, brightness: 40, mode: 'eco', restarts: 0 };
  const { routes } = device;
  addValueResource(routes, '/light', {
    title: 'Light',
    type: 'boolean',
    writeAction: 'Light:Switch',
    get: () => room.isOn,
    put: (isOn) => void (room.isOn = isOn),
  });
  addValueResource(routes, '/brightness', {
    title: 'Brightness',
    type: 'integer',
    unit: '%',
    minimum: 0,
    maximum: 100,
    multipleOf: 10,
    get: () => room.brightness,
    put: (brightness) => void (room.brightness = brightness),
  });
  addValueResource(routes, '/air/celsius', {
    title: 'Temperature',
    description: 'Beside the door.',
    rt: 'temperature-c',
    type: 'number',
    unit: 'Cel',
    get: () => 21.5,
  });
  addValueResource(routes, '/mode', {
    title: 'Mode',
    type: 'string',
    oneOf: [
      { const: 'eco', title: 'Saving' },
      { const: 'full', title: 'Full' },
    ],
    get: () => room.mode,
    put: (mode) => void (room.mode = mode),
  });
  addActionResource(routes, '/restart', { title: 'Restart', post: () => void (room.restarts += 1) });
  return { ...device, room };
}

interface Room {
  isOn: boolean;
  brightness: number;
  mode: string;
  restarts: number;
}

const json = (text: string) => ({ payload: utf8Encode(text), contentFormat: 50 });
const ALL = ['Device:Invoke', 'Light:Switch'];
const thingFor = async (device: RoutesUnderTest): Promise<unknown> =>
  JSON.parse((await device.ask('GET', THING)).text);

describe('a value', () => {
  test('is JSON, also if it is a text', async () => {
    const { ask } = setUpRoom();
    expect(await ask('GET', '/mode')).toEqual({ status: 205, text: '"eco"' });
    expect(await ask('GET', '/light')).toEqual({ status: 205, text: 'false' });
  });

  test('changes to what the description allows, and to nothing else', async () => {
    const { ask, room } = setUpRoom(ALL);
    for (const [path, good, bad] of [
      ['/light', 'true', '1'],
      ['/brightness', '70', '75'],
      ['/brightness', '100', '110'],
      ['/mode', '"full"', '"warp"'],
    ] as const) {
      expect(await ask('PUT', path, json(good))).toEqual({ status: 204, text: '' });
      expect(await ask('PUT', path, json(bad))).toMatchObject({ status: 400 });
    }
    expect(room).toEqual({ isOn: true, brightness: 100, mode: 'full', restarts: 0 });
    expect(await ask('PUT', '/light', { payload: utf8Encode('true'), contentFormat: 0 })).toMatchObject({
      status: 415,
    });
    expect(await ask('PUT', '/air/celsius', json('20'))).toMatchObject({ status: 404 });
  });

  test('notifies its observers after a change, and not after one that failed', async () => {
    const { routes, ask } = setUpRoutes();
    const notified: unknown[] = [];
    let value = 1;
    const level = addValueResource(routes, '/level', {
      title: 'Level',
      type: 'number',
      get: () => value,
      put: (next) => {
        if (next === 13) throw new HandlerError(409, 'Not this one');
        value = next;
      },
    });
    routes.watch({ method: 'GET', path: '/level' }, () => notified.push(value));
    expect(await ask('PUT', '/level', json('13'))).toEqual({ status: 409, text: 'Not this one' });
    expect([notified, level.observerCount]).toEqual([[], 1]);
    await ask('PUT', '/level', json('2'));
    expect(notified).toEqual([2]);
  });
});

test.each([
  ['once', 'after a change that has notified them itself', 1, (): void => undefined],
  ['again', 'after a change that goes on later', 2, async (): Promise<void> => Promise.resolve()],
])('observers are notified %s %s', async (_often, _when, times, rest) => {
  const { routes, ask } = setUpRoutes();
  let notified = 0;
  const switched = addValueResource(routes, '/light', {
    title: 'Light',
    type: 'boolean',
    get: () => true,
    put: () => {
      switched.notify();
      return rest();
    },
  });
  routes.watch({ method: 'GET', path: '/light' }, () => (notified += 1));
  await ask('PUT', '/light', json('true'));
  expect(notified).toBe(times);
});

test('an action runs when it is asked for', async () => {
  const { ask, room } = setUpRoom();
  expect(await ask('POST', '/restart')).toEqual({ status: 204, text: '' });
  expect(room.restarts).toBe(1);
});

describe('the list', () => {
  test('has the interface of each resource, and a link to the description', async () => {
    expect((await setUpRoom(ALL).ask('GET', CORE)).text.split(',<')).toEqual([
      '</.well-known/wot>;rt="wot.thing";ct=432;methods="GET"',
      '/air/celsius>;rt="temperature-c";if="core.s";ct=50;obs;title="Temperature";methods="GET"',
      '/brightness>;if="core.s core.p";ct=50;obs;title="Brightness";methods="GET PUT"',
      '/light>;if="core.s core.p";ct=50;obs;title="Light";methods="GET PUT"',
      '/mode>;if="core.s core.p";ct=50;obs;title="Mode";methods="GET PUT"',
      '/restart>;title="Restart";methods="POST"',
    ]);
  });

  test('has no link to a description that would be empty', async () => {
    const { routes, ask } = setUpRoutes();
    routes.add('GET', '/plain', () => 1);
    expect((await ask('GET', CORE)).text).toBe('</plain>;methods="GET"');
  });
});

describe('the description', () => {
  test('has a property for each value and an action for each deed', async () => {
    expect(await thingFor(setUpRoom(ALL))).toEqual({
      '@context': 'https://www.w3.org/2022/wot/td/v1.1',
      title: 'de-1',
      securityDefinitions: { connection: { scheme: 'auto' } },
      security: 'connection',
      properties: {
        light: {
          title: 'Light',
          type: 'boolean',
          observable: true,
          forms: formsOf('/light', 'writeproperty'),
        },
        brightness: {
          title: 'Brightness',
          type: 'integer',
          unit: '%',
          minimum: 0,
          maximum: 100,
          multipleOf: 10,
          observable: true,
          forms: formsOf('/brightness', 'writeproperty'),
        },
        'air/celsius': {
          title: 'Temperature',
          description: 'Beside the door.',
          type: 'number',
          unit: 'Cel',
          readOnly: true,
          observable: true,
          forms: formsOf('/air/celsius'),
        },
        mode: {
          title: 'Mode',
          type: 'string',
          oneOf: [
            { const: 'eco', title: 'Saving' },
            { const: 'full', title: 'Full' },
          ],
          observable: true,
          forms: formsOf('/mode', 'writeproperty'),
        },
      },
      actions: {
        restart: {
          title: 'Restart',
          safe: false,
          idempotent: false,
          forms: [{ href: '/restart', op: 'invokeaction', contentType: 'application/json' }],
        },
      },
    });
  });

  test('has for each caller what this caller may do', async () => {
    expect(await thingFor(setUpRoom(['Device:Invoke']))).toMatchObject({
      properties: { light: { readOnly: true, forms: formsOf('/light') } },
    });
    expect(await thingFor(setUpRoom(['Light:Switch']))).toMatchObject({
      properties: { light: { writeOnly: true } },
      actions: {},
    });
    expect(await thingFor(setUpRoom([]))).toMatchObject({ properties: {}, actions: {} });
  });
});

/** The forms of a property. */
function formsOf(href: string, ...more: readonly string[]): readonly object[] {
  const form = { href, contentType: 'application/json' };
  return [
    { ...form, op: ['readproperty', ...more] },
    { ...form, op: ['observeproperty', 'unobserveproperty'], subprotocol: 'cov:observe' },
  ];
}

test.each<[string, string, object]>([
  ['a path with a name', '/lights/:name', {}],
  ['an empty title', '/x', { title: ' ' }],
  ['a title of two lines', '/x', { title: 'a\nb' }],
  ['a long description', '/x', { description: 'x'.repeat(513) }],
  ['a type of another kind', '/x', { type: 'object' }],
  ['a unit that is no name', '/x', { unit: 'x'.repeat(129) }],
  ['a minimum that is none', '/x', { minimum: 5, maximum: 5 }],
  ['a bound that is no number', '/x', { maximum: Number.NaN }],
  ['a step of nothing', '/x', { multipleOf: 0 }],
  ['a length of nothing', '/x', { type: 'string', maxLength: 0 }],
  ['no choices', '/x', { type: 'string', oneOf: [] }],
  ['a choice twice', '/x', { type: 'string', oneOf: [choice('a'), choice('a')] }],
  [
    'too many choices',
    '/x',
    { type: 'string', oneOf: Array.from({ length: 65 }, (_, n) => choice(String(n))) },
  ],
])('%s is refused when the resource is registered', (_what, path, change) => {
  const resource = Object.assign({ title: 'X', type: 'number' as const, get: () => 1 }, change);
  expect(() => addValueResource(setUpRoutes().routes, path, resource)).toThrow(
    expect.objectContaining({ code: 'ERR_ROUTE' }),
  );
});

function choice(value: string): { readonly const: string; readonly title: string } {
  return { const: value, title: value };
}

test('a number is allowed exactly if it is in the range and on a step', () => {
  const step = fc.constantFrom(0.1, 0.25, 0.5, 1, 5);
  fc.assert(
    fc.property(step, fc.integer({ min: -200, max: 200 }), (multipleOf, steps) => {
      const schema: DataSchema = { type: 'number', minimum: -10, maximum: 10, multipleOf };
      const value = steps * multipleOf;
      expect(isAllowed(schema, value)).toBe(Math.abs(value) <= 10);
      expect(isAllowed(schema, value + multipleOf / 3)).toBe(false);
    }),
  );
});

test('no other value is allowed, whatever it is', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(isAllowed({ type: 'boolean' }, value)).toBe(typeof value === 'boolean');
      expect(isAllowed({ type: 'integer' }, value)).toBe(Number.isInteger(value));
      expect(isAllowed({ type: 'string', maxLength: 3 }, value)).toBe(
        typeof value === 'string' && value.length <= 3,
      );
    }),
  );
});
